"use strict";
// Which mistakes of method explain what is wrong, line by line, and what follows from them before it was rounded.

const AT_LEAST = 2, ALONE = 2, TOGETHER = 6; // numbers, and significant digits of one and of a row, that tell a mistake
const CLOSE = 12; // units within which rounded lines on the way may explain a difference
const DIGITS = [null, 2, 3]; // constants as they are, with two decimals, with three

const wholeWith = (places) => (places === null ? undefined : (value) => rounded(value, places));
const nameOf = (places) => [...places].sort((a, b) => a - b).join(" ");

class Causes {
  constructor(sheet) {
    this.sheet = sheet;
    this.ways = DIGITS.map((places) => ({ constant: wholeWith(places), lines: new Map(sheet.truth.map((value, one) => [one, value])) }));
    this.made = new Set(); // the mistakes found so far
    this.isCarried = false; // whether anything in the lines is not as it should be
    this.found = new Map(); // by line: the verdicts, and what is said of each number
  }

  // The lines that are typed, in the order of the work, with what was probably done.
  look() {
    this.sheet.lines.forEach((line, number) => {
      if (line.trees) this.carry(number, this.sheet.writings.has(number) ? this.line(number) : null);
    });
    return this.found;
  }

  // Names what is wrong in a line; gives what makes it as it was typed, if that is known.
  line(number) {
    const verdicts = this.sheet.judged.get(number), written = this.written(number, verdicts);
    const told = { verdicts: [...verdicts], causes: verdicts.map(() => null) }, { wrong } = written;
    this.found.set(number, told);
    if (this.isCarried) this.follow(number, written, told);
    const found = wrong.size ? this.findings(number, written) : [];
    if (!found.length && [...wrong].every((place) => verdicts[place].verdict === "coarse")) return null;
    for (const { mistake, places } of found) {
      this.made.add(mistake.name);
      for (const place of places) {
        told.verdicts[place] = { verdict: "wrong" };
        told.causes[place] = mistake.says;
      }
    }
    if (!found.length || nameOf(found[0].places) !== nameOf(wrong)) return () => this.sheet.last(number).value;
    return (lines, constant) => this.outcome(number, found[0].mistake, lines, constant);
  }

  // What is typed, each number as fine as it is, and the places of what is to be explained.
  written(number, verdicts) {
    const { units, width } = this.sheet.lines[number], grains = among(this.sheet.writings.get(number), () => false);
    const numbers = grains.map((grain, place) => {
      const full = verdicts[place].verdict === "coarse" && fullOf(grain, this.sheet.truth[number][place], units[place]);
      return full ? { value: full.value, unit: full.unit / 2 } : grain;
    });
    const wrong = new Set(grains.map((_, place) => place).filter((place) => ["wrong", "coarse"].includes(verdicts[place].verdict)));
    return { grains, numbers, wrong, row: (place) => Math.floor(place / width) };
  }

  // Finds what was calculated from the mistakes before, with more digits than are typed.
  follow(number, { numbers, wrong }, told) {
    const before = this.worlds(number)[0].get(number);
    const ways = this.ways.map(({ constant, lines }) => this.sheet.line(number, lines, constant)).filter(Boolean);
    for (const place of [...wrong]) {
      if (!ways.some((carried) => fits(numbers[place], widened(carried[place], before[place])))) continue;
      wrong.delete(place);
      told.verdicts[place] = { verdict: "follows" };
    }
  }

  // A line as it was typed; where that is not known, as it follows from the lines before.
  carry(number, made) {
    this.ways.forEach(({ constant, lines }, way) => {
      let value = made ? made(lines, constant) : null;
      if (!value && (this.isCarried || constant)) value = this.sheet.line(number, lines, constant);
      if (!value || value === lines.get(number)) return;
      lines.set(number, value);
      this.isCarried ||= way === 0;
    });
  }

  // The lines that a line may have been calculated from, and the line as it follows from them.
  worlds(number) {
    const truth = new Map(this.sheet.truth.map((value, one) => [one, value]));
    const found = [this.sheet.sheet(number), ...(this.isCarried ? [new Map(this.ways[0].lines)] : []), truth];
    for (const lines of found) {
      const value = this.sheet.line(number, lines);
      if (value) lines.set(number, value);
    }
    return found;
  }

  // The worlds without those that give the lines of the cone the same operands.
  different(number) {
    const { cone } = this.sheet.lines[number], kept = [];
    const used = [...new Set(cone.flatMap((one) => this.sheet.operands(one)))].filter((one) => !cone.includes(one));
    for (const lines of this.worlds(number)) {
      if (!kept.some((other) => used.every((one) => other.get(one) === lines.get(one)))) kept.push(lines);
    }
    return kept;
  }

  // A line under a mistake; `constant` and `kept` round the constants, and the lines on the way.
  outcome(number, mistake, lines, constant, kept) {
    const { cone } = this.sheet.lines[number], local = new Map(lines), made = new Map(mistake.made), changed = new Set();
    for (const one of cone) {
      if (!(made.has(one) || constant || kept || this.sheet.operands(one).some((other) => changed.has(other)))) continue;
      const value = values(this.sheet.parts, made.get(one) ?? this.sheet.lines[one].trees, local, constant);
      if (!value) return null;
      local.set(one, kept && one !== number ? value.map(kept) : value);
      changed.add(one);
    }
    return changed.has(number) ? local.get(number) : null;
  }

  // The mistakes of a line: the one that explains most first, then what explains the rest.
  findings(number, written) {
    const { wrong, grains } = written, { mistakes } = this.sheet.lines[number];
    const isTold = wrong.size >= AT_LEAST || [...wrong].some((place) => significant(grains[place]) >= ALONE);
    const trials = this.different(number).map((lines) => new Trial(this, number, written, lines));
    const possible = mistakes.filter((mistake) => isTold || this.made.has(mistake.name));
    let found = alike(explaining(possible, trials, written));
    if (!found.has(nameOf(wrong))) found = new Map([...alike(possible.flatMap((one) => trials.flatMap((trial) => trial.nearly(one, trials)))), ...found]);
    const left = new Set(wrong), kept = [];
    for (const { mistake, places } of [...found.values()].sort((a, b) => b.places.length - a.places.length)) {
      if (!places.every((place) => left.has(place))) continue;
      places.forEach((place) => left.delete(place));
      kept.push({ mistake, places });
    }
    return kept;
  }
}

// Every mistake with the numbers that it explains: in the whole line, then in a single row.
function explaining(mistakes, trials, { wrong, row }) {
  const all = nameOf(wrong), rows = new Set([...wrong].map(row));
  const explains = (mistake) => {
    const found = trials.flatMap((trial) => trial.explained(mistake));
    const more = trials.length > 1 && !found.some(({ places }) => nameOf(places) === all);
    return more ? [...found, ...trials[0].between(mistake, trials[1])] : found;
  };
  const found = mistakes.filter((one) => one.row === null).flatMap(explains);
  if (rows.size > 1 && found.some(({ places }) => nameOf(places) === all)) return found;
  return [...found, ...mistakes.filter((one) => rows.has(one.row)).flatMap(explains)];
}

// What explains the same numbers best, the first of the table.
function alike(found) {
  const least = new Map(), kept = new Map();
  for (const each of [...found].sort((a, b) => a.off - b.off || a.mistake.name - b.mistake.name)) {
    const name = nameOf(each.places);
    if (!least.has(name)) least.set(name, each.off);
    if (each.off === least.get(name) && !kept.has(name)) kept.set(name, each);
  }
  return kept;
}

// What is typed of a line against mistakes that start from given lines.
class Trial {
  constructor(causes, number, written, lines) {
    Object.assign(this, { causes, number, lines, ...written });
    this.base = lines.get(number);
  }

  changed(values) {
    return this.numbers.map((_, place) => place).filter((place) => isOther(values[place], this.base[place], this.numbers[place]));
  }

  // The numbers that a mistake explains: in the whole line, or in whole rows of it.
  explained(mistake) {
    const made = this.outcome(mistake), changed = made ? this.changed(made) : [];
    if (!changed.some((place) => this.wrong.has(place))) return [];
    if (!changed.some((place) => isNear(made[place], this.numbers[place], CLOSE))) return [];
    const fitting = new Set(changed.filter((place) => fits(this.numbers[place], [made[place]])));
    const others = changed.filter((place) => !fitting.has(place));
    if (others.length) this.rounded(mistake, others, made).forEach((place) => fitting.add(place));
    return this.scopes(mistake, changed, fitting, made);
  }

  // What a mistake explains when more digits went into it than are typed.
  between(mistake, other) {
    const one = this.outcome(mistake), two = other.outcome(mistake);
    if (!one || !two) return [];
    const changed = this.changed(one);
    const fitting = new Set(changed.filter((place) => fits(this.numbers[place], widened(one[place], two[place]))));
    return [...fitting].some((place) => this.wrong.has(place)) ? this.scopes(mistake, changed, fitting, one) : [];
  }

  // What a mistake explains but for roundings that cannot be seen.
  nearly(mistake, trials) {
    const made = this.outcome(mistake);
    if (!made) return [];
    const changed = this.changed(made), bases = (place) => (this.wrong.has(place) ? trials.map((trial) => trial.base[place]) : []);
    const fitting = new Set(changed.filter((place) => isNearly(this.numbers[place], made[place], bases(place))));
    return this.scopes(mistake, changed, fitting, made).filter(({ places }) => places.length >= AT_LEAST);
  }

  // The line, if all that changes fits; else each row in which all that changes does.
  scopes(mistake, changed, fitting, made) {
    let scopes = [];
    if (changed.every((place) => fitting.has(place))) {
      if (this.isEnough(mistake, changed, made)) scopes = [changed];
    } else {
      const rows = [...new Set(changed.map(this.row))].sort((a, b) => a - b).map((row) => changed.filter((place) => this.row(place) === row));
      scopes = rows.filter((row) => row.every((place) => fitting.has(place)) && this.isTold(row.filter((place) => this.wrong.has(place))));
    }
    return scopes.map((scope) => ({ mistake, places: scope.filter((place) => this.wrong.has(place)), off: this.off(scope, made) }));
  }

  // Whether it is no chance that all these fit: several are wrong, or it was made before, or no other is there.
  isEnough(mistake, changed, made) {
    const wrong = changed.filter((place) => this.wrong.has(place));
    if (wrong.length >= AT_LEAST || this.causes.made.has(mistake.name)) return wrong.length > 0;
    const touched = made.filter((value, place) => !close(value, this.base[place])).length;
    return touched === 1 && this.digits(wrong) >= ALONE && !this.off(wrong, made);
  }

  isTold(places) {
    return places.length >= AT_LEAST && this.digits(places) >= TOGETHER;
  }

  off(places, made) {
    return places.filter((place) => !isRight(this.numbers[place], made[place])).length;
  }

  digits(places) {
    return places.reduce((count, place) => count + significant(this.grains[place]), 0);
  }

  // The places that fit when lines or constants on the way are rounded as the others are.
  rounded(mistake, places, exact) {
    if (!places.every((place) => isNear(exact[place], this.numbers[place], CLOSE))) return [];
    const found = new Set();
    for (const [constant, kept] of this.roundings()) {
      const made = this.outcome(mistake, constant, kept);
      if (made) places.filter((place) => fits(this.numbers[place], [exact[place], made[place]])).forEach((place) => found.add(place));
    }
    return [...found];
  }

  *roundings() {
    const units = new Set(this.numbers.map(({ unit }) => unit).filter((unit) => unit > 0 && unit <= 1));
    const places = [...units].map((unit) => String(Math.floor(1 / unit + TIE)).length - 1);
    for (const count of [...new Set(places.flatMap((one) => [one, one + 1]))].sort((a, b) => a - b)) {
      yield [undefined, (value) => rounded(value, count)];
      yield [undefined, (value) => rounded(value, count, true)];
    }
    for (const count of [2, 3, 1, 4]) yield [(value) => rounded(value, count), undefined];
  }

  outcome(mistake, constant, kept) {
    return this.causes.outcome(this.number, mistake, this.lines, constant, kept);
  }
}
