"use strict";
// The page: one line after another is asked for; what is typed is marked, and hints are given.

const problems = JSON.parse(document.getElementById("problems").textContent);
const SIGNS = { right: "✓", rounded: "≈", follows: "→", coarse: "…", wrong: "✗", unread: "?" };
const TONES = { right: "good", rounded: "good", follows: "good", coarse: "fair", wrong: "bad", unread: "bad" };
const NAMED = 4; // numbers that are named one by one
const tally = { lines: 0, once: 0, later: 0, hinted: 0, left: 0, mistakes: new Map() };
let current = 0;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, content] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), content);
    else if (content !== false && content !== null) made.setAttribute(key, content === true ? "" : content);
  }
  made.append(...children);
  return made;
}

const header = (label, scope) => (label ? element("th", { scope }, element("bdi", {}, label)) : element("td"));

// One problem on the page.
class Problem {
  constructor(problem) {
    this.problem = problem;
    this.sheet = new Sheet(problem);
    this.numbers = new Map(problem.lines.map((line, number) => [line.key, number]));
    this.grids = new Map(); // by key: what was typed, as it stands on the page
    this.asked = problem.lines.map((line, number) => number).filter((number) => problem.lines[number].asked);
    this.place = document.getElementById("lines");
  }

  begin() {
    const given = document.getElementById(`given-${current}`).content.cloneNode(true);
    document.getElementById("given").replaceChildren(given);
    this.place.replaceChildren();
    document.getElementById("end").hidden = true;
    this.ask(0);
  }

  ask(order) {
    if (order < this.asked.length) {
      const step = new Step(this, this.asked[order], order);
      this.place.append(step.form);
      if (order || current) step.inputs[0].focus();
      return;
    }
    document.getElementById("end").hidden = false;
    const next = document.getElementById("next");
    next.hidden = current + 1 >= problems.length;
    document.getElementById("last").hidden = !next.hidden;
    (next.hidden ? document.getElementById("last") : next).focus();
  }

  // The entry of a line in a hint: as it was typed, or else as it is.
  text(key, i, j) {
    const typedRows = this.grids.get(key), shown = this.problem.lines[this.numbers.get(key)].shown;
    const text = (typedRows?.[i]?.[j]?.trim() || shown[i][j]).replace("-inf", "−∞").replace(/^-/, "−");
    return text.startsWith("−") ? `(${text})` : text;
  }
}

// One line that is asked for.
class Step {
  constructor(problem, number, order) {
    Object.assign(this, { problem, number, order, line: problem.problem.lines[number], hints: 0, tries: 0, off: 0, done: false });
    this.status = element("div", { role: "status", class: "said" });
    this.hintList = element("ol", { class: "hints", "aria-label": "Hints", "aria-live": "polite" });
    this.go = element("button", { type: "button", hidden: true, onclick: () => this.leave(false) }, "Go on with these numbers");
    this.buttons = element("p", { class: "buttons" }, element("button", { type: "submit", class: "main" }, "Check"),
      element("button", { type: "button", onclick: () => this.hint() }, "Hint"), this.go,
      element("button", { type: "button", onclick: () => this.leave(true) }, "Show the answer"));
    const size = `${this.line.rows}×${this.line.columns}`;
    const title = element("h3", { id: `line-${number}` }, element("bdi", {}, this.line.name), ` `, element("small", {}, size));
    this.form = element("form", { class: "step", "aria-labelledby": `line-${number}`, novalidate: true,
      onsubmit: (event) => { event.preventDefault(); this.check(); } }, title,
    element("p", { class: "says" }, this.line.titles ? `${this.line.titles}. ` : "", this.line.says),
    element("div", { class: "scroll" }, this.table()), this.buttons, this.status, this.hintList);
  }

  table() {
    const { rows, columns, rowLabels, columnLabels, names } = this.line;
    this.inputs = [];
    this.marks = [];
    const head = element("tr", {}, element("td"), ...columnLabels.map((label) => header(label, "col")));
    const body = Array.from({ length: rows }, (_, i) => element("tr", {},
      header(rowLabels[i] ?? "", "row"), ...Array.from({ length: columns }, (__, j) => {
        const mark = element("span", { class: "mark", id: `mark-${this.number}-${i}-${j}` });
        const input = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: "7",
          "aria-label": names[i * columns + j], "aria-describedby": mark.id, onpaste: (event) => this.paste(event, i, j) });
        this.inputs.push(input);
        this.marks.push(mark);
        return element("td", {}, input, mark);
      })));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  }

  // Rows that are pasted fill cells from here on.
  paste(event, i, j) {
    const rows = (event.clipboardData?.getData("text") ?? "").trim().split(/[\n;]+/).map((row) => row.replace(/[[\]&\\]/g, " ").trim().split(/[\s,]+/));
    if (rows.length === 1 && rows[0].length === 1) return;
    event.preventDefault();
    rows.forEach((row, down) => row.forEach((text, across) => {
      if (i + down < this.line.rows && j + across < this.line.columns) {
        this.inputs[(i + down) * this.line.columns + j + across].value = text;
      }
    }));
  }

  // Page places in the order in which the line is calculated.
  calculatedAt(place) {
    const { rows, columns, turned } = this.line;
    return turned ? (place % columns) * rows + Math.floor(place / columns) : place;
  }

  check() {
    if (this.done) return;
    const texts = this.inputs.map((input) => input.value);
    const numbers = texts.map((text) => (text.trim() ? typed(text) : undefined));
    const unread = numbers.map((number, place) => place).filter((place) => numbers[place] === null);
    const empty = numbers.map((number, place) => place).filter((place) => numbers[place] === undefined);
    if (unread.length || empty.length) {
      this.mark((place) => (unread.includes(place) ? "unread" : ""));
      this.say(unread.length ? [["bad", `${this.named(unread)}: this is no number. Type digits with a point, a fraction such as 1/2, or -inf.`]]
        : [["fair", `${this.named(empty)}: nothing stands there.`]]);
      this.inputs[(unread.length ? unread : empty)[0]].focus();
      return;
    }
    this.tries += 1;
    this.put(texts, numbers);
    const { found, causes } = this.problem.sheet.told(this.number);
    const verdicts = numbers.map((_, place) => found[this.calculatedAt(place)].verdict);
    this.mark((place) => verdicts[place]);
    this.judged(verdicts, causes);
  }

  // What is typed is what later lines are calculated from.
  put(texts, numbers) {
    const grid = [], { columns } = this.line;
    numbers.forEach((number, place) => { grid[this.calculatedAt(place)] = number; });
    this.problem.sheet.writings.set(this.number, grid);
    this.problem.grids.set(this.line.key, Array.from({ length: this.line.rows }, (_, i) => texts.slice(i * columns, (i + 1) * columns)));
    this.problem.sheet.judge();
  }

  judged(verdicts, causes) {
    const at = (verdict) => verdicts.map((_, place) => place).filter((place) => verdicts[place] === verdict);
    const wrong = at("wrong"), coarse = at("coarse");
    if (wrong.length || coarse.length) {
      const said = [];
      if (coarse.length) said.push(["fair", `${this.named(coarse)}: too few digits to show how this was calculated.`]);
      if (wrong.length) said.push(["bad", `${this.named(wrong)}: not right.`]);
      for (const cause of causes) {
        said.push(["fair", `Probably: ${cause}`]);
        tally.mistakes.set(cause, (tally.mistakes.get(cause) ?? 0) + 1);
      }
      this.say([...said, ["", "Try again, ask for a hint, or go on with these numbers."]]);
      this.go.hidden = false;
      this.off = (wrong.length ? wrong : coarse)[0];
      this.inputs[this.off].focus();
      return;
    }
    if (at("follows").length) this.say([["good", "This follows from your own earlier numbers: no further mistake."]]);
    else this.say([["good", at("rounded").length ? "Right, up to rounding." : "Right."]]);
    this.finish(this.hints ? "hinted" : this.tries === 1 ? "once" : "later");
  }

  // Goes on: with the answer told, or with what stands there.
  leave(shown) {
    if (this.done) return;
    if (shown) {
      this.problem.sheet.writings.delete(this.number);
      this.problem.grids.delete(this.line.key);
      this.inputs.forEach((input, place) => {
        const { columns } = this.line;
        input.value = this.line.shown[Math.floor(place / columns)][place % columns];
      });
      this.mark(() => "");
      this.say([["", "This is the answer."]]);
    }
    this.finish("left");
  }

  finish(how) {
    this.done = true;
    this.form.classList.add("done");
    this.inputs.forEach((input) => { input.readOnly = true; });
    this.buttons.remove();
    tally.lines += 1;
    tally[how] += 1;
    progress();
    this.problem.ask(this.order + 1);
  }

  hint() {
    const place = this.off, { formula, made, written } = this.line;
    const template = written[place].replace(/⟨([^|⟩]*)\|(\d+)\|(\d+)⟩/g, (_, key, i, j) => this.problem.text(key, Number(i), Number(j)));
    const texts = [formula, made[place], template].filter(Boolean);
    if (this.hints < texts.length) {
      this.hintList.append(element("li", {}, texts[this.hints]));
      this.hints += 1;
    } else {
      this.say([["", "There is no further hint."]]);
    }
  }

  mark(verdict) {
    this.inputs.forEach((input, place) => {
      const one = verdict(place);
      this.marks[place].textContent = one ? `${SIGNS[one]} ${one}` : "";
      this.marks[place].className = `mark ${TONES[one] ?? ""}`;
      input.className = TONES[one] ?? "";
      if (TONES[one] === "bad") input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
    });
  }

  // Sentences with their tones.
  say(sentences) {
    this.status.replaceChildren(...sentences.map(([tone, text]) => element("p", { class: tone }, text)));
  }

  named(places) {
    const names = places.slice(0, NAMED).map((place) => this.line.names[place]);
    return names.join(", ") + (places.length > NAMED ? ` and ${places.length - NAMED} more` : "");
  }
}

function progress() {
  const counts = [[tally.once, "right at once"], [tally.later, "right at last"], [tally.hinted, "with hints"], [tally.left, "left"]];
  const said = counts.filter(([count]) => count).map(([count, words]) => `${count} ${words}`).join(", ");
  const mistakes = [...tally.mistakes].map(([says, count]) => `${says} (${count}×)`).join(" ");
  document.getElementById("progress").textContent = `${tally.lines} line${tally.lines === 1 ? "" : "s"}${said ? `: ${said}` : ""}.`;
  document.getElementById("mistakes").textContent = mistakes ? `Mistakes: ${mistakes}` : "";
}

function begin(number) {
  current = number;
  document.getElementById("which").textContent = `Problem ${number + 1} of ${problems.length}`;
  new Problem(problems[number]).begin();
  if (number) document.getElementById("which").scrollIntoView();
}

document.getElementById("next").addEventListener("click", () => begin(current + 1));
document.getElementById("skip").addEventListener("click", () => begin((current + 1) % problems.length));
document.getElementById("skip").hidden = problems.length < 2;
begin(0);
