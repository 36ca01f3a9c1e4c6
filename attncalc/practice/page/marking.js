"use strict";
// What is typed, marked as `attncalc check` does: against the truth, then against the calculations that start from
// what was typed before.

const GOOD = ["right", "rounded"];
const TIE = 1e-11; // what floats leave of a half
const MOST_VERSIONS = 8, MOST_COMBINED = 64, CALCULATED = -1;

// A number as it is typed: its value, and one unit of its last place (0 of a fraction, which is exact).
function typed(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/^(-?\d+),(\d+)$/, "$1.$2");
  if (/^-\s*(inf|∞|infinity|oo)$/i.test(plain)) return { value: HIDDEN, unit: 0 };
  const fraction = /^([+-]?\d{1,15})\s*\/\s*(\d{1,15})$/.exec(plain);
  if (fraction && Number(fraction[2])) return { value: Number(fraction[1]) / Number(fraction[2]), unit: 0 };
  const decimal = /^[+-]?(?:\d{1,20}(?:\.(\d{0,30}))?|\.(\d{1,30}))(?:[eE]([+-]?\d{1,3}))?$/.exec(plain);
  if (!decimal) return null;
  const places = (decimal[1] ?? decimal[2] ?? "").length;
  return { value: Number(plain), unit: Math.pow(10, Number(decimal[3] ?? 0) - places) };
}

const close = (a, b) => a === b || Math.abs(a - b) <= TIE * Math.max(1, Math.abs(a), Math.abs(b));

function isRight(grain, truth) {
  if (truth === HIDDEN || grain.value === HIDDEN) return grain.value <= -10000 && truth === HIDDEN;
  if (!grain.unit) return close(grain.value, truth);
  const distance = Math.abs(grain.value - truth), half = grain.unit / 2, slack = TIE * Math.max(1, Math.abs(truth));
  return grain.unit >= 1 ? distance < half - slack : distance <= half + slack;
}

// Whether a number is less than a unit away from one of these values, or lies between two of them.
function fits(grain, values, near) {
  const finite = values.filter((one) => one !== HIDDEN);
  if (grain.value <= -10000 && finite.length < values.length) return true;
  if (!finite.length || grain.value === HIDDEN) return false;
  if (!grain.unit) return finite.some((one) => close(grain.value, one));
  const least = Math.min(...finite), most = Math.max(...finite);
  const unit = grain.unit - TIE * Math.max(1, Math.abs(grain.value));
  if (near && most - least > Math.max(20 * grain.unit, Math.abs(grain.value) / 50)) {
    return finite.some((one) => Math.abs(grain.value - one) < unit);
  }
  return grain.value > least - unit && grain.value < most + unit;
}

class Sheet {
  constructor(problem) {
    this.lines = problem.lines;
    this.decimals = problem.decimals;
    this.truth = this.lines.map((line) => line.value.map((one) => (one === null ? HIDDEN : one)));
    this.operands = this.lines.map((line) => [...new Set((line.trees ?? []).flatMap((tree) => [...named(tree)]))]);
    this.writings = new Map(); // by line: what was typed, entry by entry, null where nothing is
    this.begin();
  }

  begin() {
    this.settled = new Map();
    this.right = new Map();
    this.known = new Map();
    this.written = new Map();
    this.judged = new Map();
  }

  // All lines again, from what is typed; the verdicts of each by its number.
  judge() {
    this.begin();
    this.lines.forEach((_, number) => {
      if (this.writings.has(number)) this.settle(number, this.verdicts(number));
    });
    return this.judged;
  }

  // The same of one line, with the mistake that explains what is wrong in it; a mistake is worse than too few digits.
  told(number) {
    const found = this.judged.get(number), grains = this.grains(number), cause = this.cause(number, grains, found);
    const worse = (one) => (cause && one?.verdict === "coarse" ? { verdict: "wrong" } : one);
    return { found: found.map(worse), cause };
  }

  line(number, lines) {
    return this.lines[number].trees.map((tree) => value(tree, (other) => lines.get(other)));
  }

  // What may stand for a line in later calculations: the true one first.
  versions(number) {
    const found = this.calculated(number);
    if (!this.writings.has(number)) return found;
    const kept = found.filter((version, place) => place === 0 || !this.isDenied(number, version))
      .map((version) => ({ ...version, starts: { ...version.starts, [number]: CALCULATED } }));
    return limited([...kept.slice(0, 1), ...(this.settled.get(number) ?? []), ...kept.slice(1)]);
  }

  isDenied(number, version) {
    const right = this.right.get(number) ?? new Map();
    return !version.family && [...right].some(([place, grain]) => !fits(grain, [version.value[place]]));
  }

  calculated(number) {
    if (!this.known.has(number)) {
      const starts = Object.fromEntries(this.before(number).filter((one) => this.writings.has(one))
        .map((one) => [one, CALCULATED]));
      const truth = { value: this.truth[number], starts, family: "" };
      this.known.set(number, limited([truth, ...(this.lines[number].trees ? this.fromOperands(number) : [])]));
    }
    return this.known.get(number);
  }

  before(number) {
    const found = new Set();
    const visit = (one) => this.operands[one].forEach((other) => { if (!found.has(other)) { found.add(other); visit(other); } });
    visit(number);
    return [...found];
  }

  *fromOperands(number) {
    const names = this.operands[number], seen = new Set();
    for (const combination of combinations(names.map((name) => this.versions(name)))) {
      const starts = joined(combination.map((version) => version.starts));
      const key = combination.map((version) => version.value.join()).join(";");
      if (!starts || seen.has(key)) continue;
      seen.add(key);
      const lines = new Map(names.map((name, place) => [name, combination[place].value]));
      const families = [...new Set(combination.flatMap((version) => version.family.split(" ").filter(Boolean)))];
      yield { value: this.line(number, lines), starts, family: families.sort().join(" ") };
    }
  }

  asWritten(number) {
    if (!this.written.has(number)) this.written.set(number, this.fromLast(number));
    return this.written.get(number);
  }

  fromLast(number) {
    const names = this.operands[number];
    const last = new Map(names.map((name) => [name, this.last(name)]));
    if (!this.lines[number].trees || [...last].every(([name, version]) => version.value === this.truth[name])) {
      return this.calculated(number)[0];
    }
    const families = [...new Set([...last.values()].flatMap((version) => version.family.split(" ").filter(Boolean)))];
    const lines = new Map([...last].map(([name, version]) => [name, version.value]));
    return { value: this.line(number, lines), starts: {}, family: families.sort().join(" ") };
  }

  last(number) {
    const settled = this.settled.get(number) ?? [];
    return settled.length ? settled[settled.length - 1] : this.asWritten(number);
  }

  // The verdict of each entry that is typed of a line.
  verdicts(number) {
    const grains = this.grains(number), families = new Map();
    this.calculated(number).forEach((version) => {
      families.set(version.family, [...(families.get(version.family) ?? []), version.value]);
    });
    const found = grains.map((grain, place) => grain && this.verdict(grain, place, this.truth[number][place], families));
    this.coarse(number, grains, found, families);
    return { grains, found };
  }

  verdict(grain, place, truth, families) {
    if (isRight(grain, truth)) return { verdict: "right" };
    if (fits(grain, families.get("").map((one) => one[place]))) return { verdict: "rounded" };
    for (const [family, values] of families) {
      if (family && fits(grain, values.map((one) => one[place]), true)) return { verdict: "follows", family };
    }
    return { verdict: "wrong" };
  }

  // How fine each number is written among its neighbours.
  grains(number) {
    const row = this.writings.get(number), kinds = this.lines[number].kind, truth = this.truth[number];
    const units = row.filter(Boolean).map((one) => (
      one.value !== 0 && Math.abs(one.value) < 1e-4 && one.unit ? one.unit / Math.abs(one.value) : one.unit));
    const decimals = units.filter((unit) => unit > 0 && unit < 1);
    const distances = row.map((one, place) => (one && one.unit === 1 && kinds[place] === "1" ? Math.abs(one.value - truth[place]) : null))
      .filter((one) => one !== null);
    const near = distances.filter((one) => one < 0.5).length;
    const integers = near >= 2 && 3 * near >= 2 * distances.length;
    return row.map((one, place) => {
      if (!one || one.unit !== 1) return one;
      if (decimals.length) return { value: one.value, unit: Math.min(...decimals) };
      const exact = (!integers && kinds[place] !== "0") || units.includes(0);
      return { value: one.value, unit: exact ? 0 : 1 };
    });
  }

  // What would be right is coarse in rows of which no number that was rounded has two digits.
  coarse(number, grains, found, families) {
    const width = this.lines[number].width, truth = this.truth[number];
    if (this.lines[number].detail) return;
    const rows = new Map();
    grains.forEach((grain, place) => {
      const row = width > 1 ? Math.floor(place / width) : 0;
      if (grain) rows.set(row, [...(rows.get(row) ?? []), place]);
    });
    const asked = Math.max(0.01, Math.pow(10, -this.decimals));
    const finite = (place) => grains[place].value !== HIDDEN && truth[place] !== HIDDEN;
    const full = (place) => ({ value: grains[place].value, unit: asked }); // as if it had the digits that are asked for
    const hides = (place) => finite(place) && grains[place].unit > asked * 1.0001 && !fits(full(place), [truth[place]]);
    const tells = (place) => finite(place) && Math.abs(grains[place].value) >= 10 * grains[place].unit - TIE
      && !close(grains[place].value, truth[place]);
    for (const places of rows.values()) {
      if (places.some(tells)) continue;
      places.filter(hides).filter((place) => GOOD.includes(found[place].verdict)).forEach((place) => {
        const followed = [...families].find(([family, values]) => this.isWrong(family)
          && fits(full(place), values.map((one) => one[place]), true));
        found[place] = followed ? { verdict: "follows", family: followed[0] } : { verdict: "coarse" };
      });
    }
  }

  // Whether a calculation starts from something worse than too few digits.
  isWrong(family) {
    return family.split(" ").filter(Boolean).some((number) => (
      this.judged.get(Number(number)).some((one) => one?.verdict === "wrong")));
  }

  // What a line is to later ones: its wrong numbers mended; only these, in what follows; as it stands.
  settle(number, { grains, found }) {
    const put = (base, places) => base.map((one, place) => (places.includes(place) ? grains[place].value : one));
    const all = grains.map((grain, place) => place).filter((place) => grains[place]);
    const bad = all.filter((place) => !GOOD.includes(found[place].verdict));
    const clean = all.filter((place) => !bad.includes(place));
    this.right.set(number, new Map(clean.map((place) => [place, grains[place]])));
    const starts = { [number]: 0 };
    const versions = [{ value: put(this.truth[number], clean), starts, family: "" }];
    if (bad.length) {
      const families = new Set(bad.flatMap((place) => (found[place].family ?? "").split(" ").filter(Boolean)));
      if (bad.some((place) => found[place].verdict !== "follows")) families.add(String(number));
      const family = [...families].sort().join(" ");
      const base = this.asWritten(number).value;
      versions.push({ value: put(base, bad), starts, family }, { value: put(base, all), starts, family });
    }
    this.settled.set(number, versions);
    this.judged.set(number, found);
  }

  // The mistake of the table that explains what is wrong in a line, or null: two numbers, and all that it changes.
  cause(number, grains, found) {
    const truth = this.truth[number], places = grains.map((_, place) => place).filter((place) => grains[place]);
    const off = places.filter((place) => ["wrong", "coarse"].includes(found[place].verdict));
    const asked = Math.max(0.01, Math.pow(10, -this.decimals)) / 2;
    const meant = (place) => (found[place].verdict === "coarse" ? { value: grains[place].value, unit: asked } : grains[place]);
    for (const [says, values] of off.length ? this.lines[number].mistakes ?? [] : []) {
      const other = values.map((one) => (one === null ? HIDDEN : one));
      const changed = places.filter((place) => !close(other[place], truth[place]) && !isRight(grains[place], truth[place]));
      const whole = places.every((place) => close(other[place], truth[place]) || fits(meant(place), [other[place]]));
      const explains = off.every((place) => fits(meant(place), [other[place]]));
      if (whole && explains && (off.length > 1 || changed.length === 1)) return says;
    }
    return null;
  }
}

// A version of each operand: first those at the same place of every list, then all others.
function* combinations(operands) {
  if (!operands.length || operands.some((versions) => !versions.length)) return;
  const longest = Math.max(...operands.map((versions) => versions.length));
  for (let number = 0; number < longest; number++) {
    yield operands.map((versions) => versions[Math.min(number, versions.length - 1)]);
  }
  const total = operands.reduce((count, versions) => count * versions.length, 1);
  for (let number = 0; number < Math.min(total, MOST_COMBINED); number++) {
    let rest = number;
    const picked = [];
    for (const versions of [...operands].reverse()) {
      picked.unshift(versions[rest % versions.length]);
      rest = Math.floor(rest / versions.length);
    }
    yield picked;
  }
}

// Where calculations start together; null where one starts from a writing and another does not.
function joined(starts) {
  const found = {};
  for (const each of starts) {
    for (const [key, number] of Object.entries(each)) {
      if ((found[key] ??= number) !== number) return null;
    }
  }
  return found;
}

function limited(versions) {
  const kept = [];
  const within = (one, other) => one.split(" ").filter(Boolean).every((part) => other.split(" ").includes(part));
  for (const version of versions) {
    const family = kept.filter((other) => other.family === version.family);
    const alike = kept.some((other) => within(other.family, version.family)
      && other.value.every((one, place) => close(one, version.value[place]) || Object.is(one, version.value[place])));
    if (family.length < MOST_VERSIONS && !alike) kept.push(version);
  }
  return kept;
}
