"use strict";
// What is typed, marked as `attncalc check` does: against the truth, then against the calculations that start from
// what was typed before.

const GOOD = ["right", "rounded"];
const FAR = 3; // units from both of two calculations, where a number between them is from neither
const AROUND = 3, TOLD = 2; // numbers around one, and those of them that tell one calculation from another

class Sheet extends Chains {
  begin() {
    super.begin();
    this.habits = new Habits(this);
    this.judged = new Map();
    this.kept = new Map();
  }

  // All lines again, from what is typed.
  judge() {
    this.begin();
    this.lines.forEach((_, number) => {
      if (!this.writings.has(number)) return;
      const found = this.verdicts(number);
      this.judged.set(number, found);
      this.settle(number, this.grains(number), found, this.kept.get(number) ?? []);
    });
  }

  // The verdicts of a line, and what was probably done where numbers are wrong.
  told(number) {
    const found = new Causes(this).look().get(number);
    return { found: found.verdicts, causes: [...new Set(found.causes.filter(Boolean))] };
  }

  // The constants in the trees of a line.
  constants(number) {
    const found = new Set(), seen = new Set();
    const visit = (part) => {
      if (seen.has(part)) return;
      seen.add(part);
      const [kind, ...args] = Array.isArray(this.parts[part]) ? this.parts[part] : ["number"];
      if (kind === "k") found.add(args[0]);
      else if (kind !== "@") args.filter((arg) => typeof arg === "number").forEach(visit);
    };
    (this.lines[number].trees ?? []).forEach(visit);
    return [...found];
  }

  // The verdict of each entry of a line.
  verdicts(number) {
    const grains = this.grains(number), families = new Map();
    this.calculated(number).forEach((version) => {
      families.set(version.family, [...(families.get(version.family) ?? []), version.value]);
    });
    const found = grains.map((grain, place) => this.verdict(number, grains, place, families));
    this.coarse(number, grains, found, families);
    return found;
  }

  verdict(number, grains, place, families) {
    const grain = grains[place], entries = [...families];
    if (isRight(grain, this.truth[number][place])) return { verdict: "right" };
    const plainly = (family, values) => fits(grain, values.map((one) => one[place]), Boolean(family))
      && !standsOut(grains, place, values);
    const nearly = (family, values) => this.isNearly(number, grains, place, family, values);
    for (const rule of [plainly, nearly]) {
      for (const clean of [true, false]) {
        const met = entries.find(([family, values]) => (family === "") === clean && rule(family, values));
        if (met) return clean ? { verdict: "rounded" } : { verdict: "follows", family: met[0] };
      }
    }
    return { verdict: "wrong" };
  }

  // Whether a number fits by digits that the scores do not show, or by a habit, from which later lines may start.
  isNearly(number, grains, place, family, values) {
    const grain = grains[place], finite = finiteOf(values.map((one) => one[place]));
    if (!finite.length || !grain.unit || grain.value === HIDDEN) return false;
    const slack = 20 * grain.unit + Math.max(...finite.map(Math.abs)) / 8;
    if (grain.value <= Math.min(...finite) - slack || grain.value >= Math.max(...finite) + slack) return false;
    const more = this.habits.slack(number, place);
    if (more && finite.some((one) => fits(grain, [one - more, one + more]))) return true;
    const met = this.habits.of(number, family, values, grains)
      .find((found) => fits(grain, found.map((one) => one[place]), Boolean(family)));
    if (!met) return false;
    const kept = this.kept.get(number) ?? [];
    if (kept.every((version) => version.value !== met[0])) {
      this.kept.set(number, [...kept, ...met.map((value) => ({ value, starts: { [number]: CALCULATED }, family }))]);
    }
    return true;
  }

  // How fine each number is typed among its neighbours; integers among decimals that they stand for are rounded.
  grains(number) {
    const row = this.writings.get(number), kinds = this.lines[number].kind, truth = this.truth[number];
    const distances = row.map((one, place) => (one.unit === 1 && kinds[place] === "1" ? Math.abs(one.value - truth[place]) : null))
      .filter((one) => one !== null);
    const near = distances.filter((one) => one < 0.5 - TIE).length;
    const integers = near >= 2 && 3 * near >= 2 * distances.length;
    return among(row, (place) => !integers && kinds[place] !== "0");
  }

  // What would be right is coarse in rows of which no number that was rounded has two digits.
  coarse(number, grains, found, families) {
    const { width, detail, units } = this.lines[number], truth = this.truth[number], rows = new Map();
    if (detail) return;
    grains.forEach((_, place) => {
      const row = width > 1 ? Math.floor(place / width) : 0;
      rows.set(row, [...(rows.get(row) ?? []), place]);
    });
    const full = (place) => fullOf(grains[place], truth[place], units[place]);
    const hides = (place) => full(place) && !fits(full(place), [truth[place]]);
    const tells = (place) => grains[place].value !== HIDDEN && truth[place] !== HIDDEN
      && Math.abs(grains[place].value) >= 10 * grains[place].unit - TIE && !close(grains[place].value, truth[place]);
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
    return parts(family).some((number) => this.judged.get(Number(number)).some((one) => one.verdict === "wrong"));
  }
}

// Numbers, each as fine as it is typed among the others; `isExact` says whether a bare integer is exact.
function among(row, isExact) {
  const units = row.map((one) => (
    one.value !== 0 && Math.abs(one.value) < 1e-4 && one.unit ? one.unit / Math.abs(one.value) : one.unit));
  const decimals = units.filter((unit) => unit > 0 && unit < 1);
  return row.map((one, place) => {
    if (one.unit !== 1) return one;
    if (decimals.length) return { value: one.value, unit: Math.min(...decimals) };
    return { value: one.value, unit: isExact(place) || units.includes(0) ? 0 : 1 };
  });
}

// A number that has fewer digits than are asked for, as if it had them; null of one that has them.
function fullOf(grain, truth, asked) {
  if (!grain.unit || truth === HIDDEN || grain.value === HIDDEN) return null;
  return grain.unit > asked * 1.0001 ? { value: grain.value, unit: asked } : null;
}

// Whether a number lies between two calculations, and all that stands around it is one of them.
function standsOut(grains, place, values) {
  const grain = grains[place], wide = { value: grain.value, unit: FAR * grain.unit };
  if (values.length < 2 || values.some((one) => fits(wide, [one[place]]))) return false;
  const around = grains.map((_, other) => other).filter((other) => other !== place);
  const below = values.filter((one) => one[place] < grain.value), above = values.filter((one) => !below.includes(one));
  const fitting = (one) => around.filter((other) => fits(grains[other], [one[other]]));
  const isTold = (one, others) => around.length >= AROUND && fitting(one).length === around.length
    && others.every((other) => around.length - fitting(other).length >= TOLD);
  return below.some((one) => isTold(one, above)) || above.some((one) => isTold(one, below));
}
