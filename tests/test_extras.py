"""What adds a missing extra, by the way in which the program was installed."""

import sys

import pytest

from attncalc.extras import adding


@pytest.mark.parametrize(
    ("left", "says"),
    [
        ("pipx_metadata.json", 'pipx runpip attncalc install "attncalc[pdf]"'),
        ("uv-receipt.toml", 'uv pip install --python {python} "attncalc[pdf]"'),
        (None, '{python} -m pip install "attncalc[pdf]"'),
    ],
)
def test_the_command_is_that_of_the_installer(left, says, tmp_path, monkeypatch):
    if left:
        (tmp_path / left).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.chdir(tmp_path)
    assert adding("attncalc[pdf]") == says.format(python=sys.executable)


def test_pip_of_the_environment_at_hand_is_called_so(monkeypatch):
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    assert adding("openvino") == "pip install openvino"
