"use strict";
// Habits of working by hand that nobody types: a divisor with few digits, lines between that are rounded.

const MOST_PLACES = 12;
// How constants are used: decimals, whether those of the inverse, whether the other digits are cut off.
const CONSTANTS = [[1, false, false], [2, false, false], [3, false, false], [4, false, false], [2, false, true],
  [3, false, true], [2, true, false], [3, true, false], [4, true, false]];

class Habits {
  constructor(sheet) {
    this.sheet = sheet;
    this.found = new Map(); // by line and family: the values of the line under habits that explain it
  }

  // The values of a line under each habit that explains what is typed better than the plain chains do.
  of(number, family, plain, grains) {
    const key = `${number}:${family}`;
    if (!this.found.has(key)) this.found.set(key, this.explained(number, family, plain, grains));
    return this.found.get(key);
  }

  explained(number, family, plain, grains) {
    const ends = grains.map((_, place) => endsOf(plain, place));
    const most = Math.max(...RULES.map((rule) => grains.filter((grain, place) => rule(grain, ends[place])).length));
    const least = Math.max(Math.min(grains.length, most + 2), 0), half = Math.floor((grains.length + 1) / 2);
    if (most >= least) return [];
    let top = 0, best = [];
    for (const path of this.paths(number, family)) {
      for (const habit of this.habits(number, path, grains)) {
        const ways = path.bases.map((base) => this.worked(number, path.between, base, habit)).filter(Boolean);
        const count = ways.length ? explainedBy(grains, ways) : 0;
        if (count < least || count < half || count < top) continue;
        best = count > top ? [ways] : [...best, ways];
        top = count;
      }
    }
    return best;
  }

  // From the lines that are typed; and, where no number is wrong, from the beginning with all digits.
  paths(number, family) {
    const { sheet } = this, between = sheet.unwritten(number), before = sheet.before(number);
    const of = (lines, value) => new Map(sheet.sources(number, lines).map((one) => [one, value(one)]));
    const truth = of(between, (one) => sheet.truth[one]);
    if (family) return [{ between, bases: [of(between, (one) => sheet.last(one).value)] }];
    const clean = of(between, (one) => sheet.settled.get(one)?.filter((version) => !version.family).at(-1)?.value ?? sheet.truth[one]);
    const same = [...clean].every(([one, value]) => value === sheet.truth[one]);
    const found = [{ between, bases: same ? [truth] : [truth, clean] }];
    const isRounded = this.hasConstants([...before, number]) || before.some((one) => !sheet.writings.has(one));
    if (before.length === between.length || !isRounded) return found;
    return [...found, { between: before, bases: [of(before, (one) => sheet.truth[one])] }];
  }

  // Whether lines are calculated with a number that people round: √8, not 2.
  hasConstants(lines) {
    return lines.some((one) => this.sheet.constants(one).some((constant) => !Number.isInteger(constant)));
  }

  *habits(number, { between }, grains) {
    const own = Math.max(0, ...grains.map((grain) => placesOf(grain.unit)));
    const places = [-1, 0, 1, 2].map((more) => own + more).filter((count) => count >= 1);
    const kinds = new Set(between.map((one) => Boolean(this.sheet.lines[one].detail)));
    const rounded = [[null, null]];
    if (kinds.size) rounded.push(...places.map((count) => [count, count]));
    if (kinds.size > 1) rounded.push(...places.flatMap((count) => [[null, count], [count - 1, count]]));
    for (const [decimals, inverse, cut] of [[null, false, false], ...(this.hasConstants([...between, number]) ? CONSTANTS : [])]) {
      for (const [lines, details] of rounded) {
        yield { decimals, inverse, lines, details, cut };
        if (decimals === null) yield { decimals, inverse, lines, details, cut: true };
      }
    }
  }

  // A line in a habit; null where it has no value.
  worked(number, between, base, habit) {
    const lines = new Map(base), constant = habit.decimals === null ? undefined : (value) => usedAs(value, habit);
    for (const one of between) {
      const value = this.sheet.line(one, lines, constant);
      if (!value) return null;
      const places = this.sheet.lines[one].detail ? habit.details : habit.lines;
      lines.set(one, places === null ? value : value.map((entry) => rounded(entry, places, habit.cut)));
    }
    return this.sheet.line(number, lines, constant);
  }

  // How much further a number may be off where the scores before it are typed with fewer places.
  slack(number, place) {
    const { sheet } = this, between = sheet.unwritten(number);
    const exponents = [...between, number].map((one) => sheet.lines[one].exponents).find(Boolean) ?? [];
    const scores = exponents.find((one) => sheet.writings.has(one));
    const units = scores === undefined ? [] : sheet.grains(scores).map((grain) => grain.unit).filter(Boolean);
    if (!units.length) return 0;
    const truth = new Map(sheet.truth.map((value, one) => [one, value])), { width } = sheet.lines[scores];
    let found = 0;
    for (let column = 0; column < width; column++) {
      const lines = new Map(truth);
      lines.set(scores, sheet.truth[scores].map((one, at) => (at % width === column ? one + Math.min(...units) / 16 : one)));
      for (const one of [...between, number]) {
        const value = sheet.line(one, lines);
        if (!value) return 0;
        lines.set(one, value);
      }
      const [moved, plain] = [lines.get(number)[place], sheet.truth[number][place]];
      if (moved !== HIDDEN && plain !== HIDDEN) found += Math.abs(moved - plain);
    }
    return found;
  }
}

function usedAs(value, { decimals, inverse, cut }) {
  if (Number.isInteger(value)) return value;
  const short = rounded(inverse ? 1 / value : value, decimals, cut);
  return !short ? value : inverse ? 1 / short : short;
}

function placesOf(unit) {
  let places = 0;
  for (let left = unit; left > 0 && left < 1 - TIE && places < MOST_PLACES; left *= 10) places += 1;
  return places;
}

// The least and the largest of some values.
function endsOf(found, place) {
  const finite = finiteOf(found.map((value) => value[place]));
  return finite.length ? [Math.min(...finite), Math.max(...finite)] : [HIDDEN, HIDDEN];
}

function isRounded(grain, [low, high]) {
  if (low === HIDDEN || grain.value === HIDDEN) return isHidden(grain) && low === HIDDEN;
  const half = grain.unit / 2 + slackOf(low, high);
  return grain.value >= low - half && grain.value <= high + half;
}

function isCut(grain, [low, high]) {
  if (low === HIDDEN || grain.value === HIDDEN) return isHidden(grain) && low === HIDDEN;
  const slack = slackOf(low, high);
  if (low >= 0) return grain.value > low - grain.unit + slack && grain.value <= high + slack;
  if (high <= 0) return grain.value < high + grain.unit - slack && grain.value >= low - slack;
  return isRounded(grain, [low, high]);
}

const RULES = [isRounded, isCut];

// How many numbers are what these values give, all rounded or all cut, or lie between them.
function explainedBy(grains, found) {
  return Math.max(...RULES.map((rule) => grains.filter((grain, place) => rule(grain, endsOf(found, place))).length));
}
