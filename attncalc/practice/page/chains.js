"use strict";
// Chains: the calculations that somebody could have done, from the true numbers and from those that are typed.

const MOST_VERSIONS = 8, MOST_COMBINED = 64, CALCULATED = -1;

const parts = (family) => family.split(" ").filter(Boolean);
const together = (families) => [...new Set(families.flatMap(parts))].sort().join(" ");

// A version of a line: its `value`, the writings that it `starts` from, and as `family` those with wrong numbers.
class Chains {
  constructor(problem) {
    this.lines = problem.lines;
    this.parts = problem.parts;
    this.truth = this.lines.map((line) => line.value.map((one) => (one === null ? HIDDEN : one)));
    this.writings = new Map(); // by line: what was typed, entry by entry
    this.begin();
  }

  begin() {
    this.settled = new Map();
    this.right = new Map();
    this.known = new Map();
    this.written = new Map();
  }

  // A line calculated from other lines by their numbers; null where it has no value.
  line(number, lines, constant) {
    const { trees } = this.lines[number];
    return trees ? values(this.parts, trees, lines, constant) : null;
  }

  operands(number) {
    return this.lines[number].operands;
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
      this.known.set(number, limited([{ value: this.truth[number], starts, family: "" }, ...this.fromOperands(number)]));
    }
    return this.known.get(number);
  }

  // All lines of the work that a line is calculated from, in order.
  before(number, goesOn = () => true) {
    const found = new Set();
    const visit = (one) => this.operands(one).filter((other) => this.lines[other].trees && goesOn(other) && !found.has(other))
      .forEach((other) => { found.add(other); visit(other); });
    visit(number);
    return this.lines.map((_, one) => one).filter((one) => found.has(one));
  }

  // The lines between a line and those that are typed.
  unwritten(number) {
    return this.before(number, (one) => !this.writings.has(one));
  }

  // What a line and those between are calculated from.
  sources(number, between) {
    return [...new Set([...between, number].flatMap((one) => this.operands(one)))].filter((one) => !between.includes(one));
  }

  *fromOperands(number) {
    const names = this.operands(number), seen = [];
    for (const combination of combinations(names.map((name) => this.versions(name)))) {
      const starts = joined(combination.map((version) => version.starts));
      const same = (other) => other.every((version, place) => version.value === combination[place].value);
      if (!starts || seen.some(same)) continue;
      seen.push(combination);
      const value = this.line(number, new Map(names.map((name, place) => [name, combination[place].value])));
      if (value) yield { value, starts, family: together(combination.map((version) => version.family)) };
    }
  }

  // A line as it follows from the last writing of each of its operands.
  asWritten(number) {
    if (!this.written.has(number)) this.written.set(number, this.fromLast(number));
    return this.written.get(number);
  }

  fromLast(number) {
    const last = new Map(this.operands(number).map((name) => [name, this.last(name)]));
    if ([...last].every(([name, version]) => version.value === this.truth[name])) return this.calculated(number)[0];
    const value = this.line(number, new Map([...last].map(([name, version]) => [name, version.value])));
    const family = together([...last.values()].map((version) => version.family));
    return value ? { value, starts: {}, family } : this.calculated(number)[0];
  }

  last(number) {
    return this.settled.get(number)?.at(-1) ?? this.asWritten(number);
  }

  // The lines before this one as they were typed, or follow; all others are true.
  sheet(number) {
    return new Map(this.truth.map((value, one) => [one, one < number ? this.last(one).value : value]));
  }

  // What a line is to later ones: its wrong numbers mended; only these, in what follows; as it stands.
  settle(number, grains, found, kept) {
    const put = (base, places) => base.map((one, place) => (places.includes(place) ? grains[place].value : one));
    const all = grains.map((grain, place) => place);
    const bad = all.filter((place) => !GOOD.includes(found[place].verdict));
    const clean = all.filter((place) => !bad.includes(place));
    this.right.set(number, new Map(clean.map((place) => [place, grains[place]])));
    const starts = { [number]: 0 };
    const versions = [...kept, { value: put(this.truth[number], clean), starts, family: "" }];
    if (bad.length) {
      const own = bad.some((place) => found[place].verdict !== "follows") ? [String(number)] : [];
      const family = together([...bad.map((place) => found[place].family ?? ""), ...own]);
      const base = this.asWritten(number).value;
      versions.push({ value: put(base, bad), starts, family }, { value: put(base, all), starts, family });
    }
    this.settled.set(number, versions);
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

// Without those that say the same, and no more than a few of a family.
function limited(versions) {
  const kept = [];
  const within = (one, other) => parts(one).every((part) => parts(other).includes(part));
  for (const version of versions) {
    const family = kept.filter((other) => other.family === version.family);
    const alike = kept.some((other) => within(other.family, version.family)
      && other.value.every((one, place) => close(one, version.value[place])));
    if (family.length < MOST_VERSIONS && !alike) kept.push(version);
  }
  return kept;
}
