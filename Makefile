# Everything runs in .venv, made from whichever Python 3.11 or newer is here: make solve PYTHON=python3.13
PYTHON ?= python3
PROBLEM ?= problems/seeds/002-q3.yaml
GALLERY ?= gallery
SECONDS ?= 600
SWEEPS ?= $(shell date +%F)
TESTS ?=
RUN ?=
TORCH ?= $(BIN)/python
BIN := .venv/bin

.PHONY: help solve test check format bench fuzz gallery sheets

help:  ## list these commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

solve: .venv/installed  ## solve PROBLEM=problems/seeds/002-q3.yaml
	@$(BIN)/attncalc solve $(PROBLEM)

test: .venv/installed-dev  ## run the tests, and a tenth of the sweeps, drawn anew each day; SWEEPS=all runs every one
	$(BIN)/python -m $(RUN) pytest -q -n auto --dist worksteal --durations 10 --sweeps $(SWEEPS) $(TESTS)

check: .venv/installed-dev  ## run the linters and type checker
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/installed-dev  ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/installed-dev  ## measure, and print ratios; TORCH=python names one with torch, to compare with
	$(BIN)/python tests/bench/bench.py
	$(BIN)/python tests/bench/large.py --torch $(TORCH)

fuzz: .venv/installed-dev  ## try inputs that nobody would write on every reader, SECONDS=600 for all together
	$(BIN)/python tests/fuzz/fuzz.py --seconds $(SECONDS)

gallery: .venv/installed-dev  ## write one example of every form into GALLERY=gallery
	$(BIN)/python tests/gallery.py $(GALLERY) --pictures tests/pictures

sheets: .venv/installed-dev  ## calculate a spreadsheet of every problem anew with LibreOffice
	$(BIN)/python tests/sheets/sweep.py

.venv/installed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

.venv/installed-dev: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ .venv/installed
