"use strict";
// Numbers as they are typed: how fine each is, and what it may stand for.

const TIE = 1e-11; // what floats leave of a half
const EXACTLY = 9; // significant digits of what is written as a fraction
const FINE = 1e-9; // the unit that exact numbers are compared with

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

const slackOf = (...numbers) => TIE * Math.max(...numbers.map(Math.abs));
const close = (a, b) => a === b || Math.abs(a - b) <= slackOf(1, a, b);
const finiteOf = (values) => values.filter((one) => one !== HIDDEN);
const isHidden = (grain) => grain.value <= -10000;

// Whether it is this value, correctly rounded.
function isRight(grain, truth) {
  if (truth === HIDDEN || grain.value === HIDDEN) return isHidden(grain) && truth === HIDDEN;
  if (!grain.unit) return close(grain.value, truth);
  const distance = Math.abs(grain.value - truth), half = grain.unit / 2, slack = slackOf(truth);
  return grain.unit >= 1 ? distance < half - slack : distance <= half + slack;
}

// Whether a number is less than a unit away from one of these values, or lies between two of them.
function fits(grain, values, near) {
  const finite = finiteOf(values);
  if (isHidden(grain) && finite.length < values.length) return true;
  if (!finite.length || grain.value === HIDDEN) return false;
  if (!grain.unit) return finite.some((one) => close(grain.value, one));
  const least = Math.min(...finite), most = Math.max(...finite), slack = slackOf(grain.value, grain.unit);
  const unit = Math.max(grain.unit - slack, slack);
  if (near && most - least > Math.max(20 * grain.unit, Math.abs(grain.value) / 50)) {
    return finite.some((one) => Math.abs(grain.value - one) < unit);
  }
  return grain.value > least - unit && grain.value < most + unit;
}

// How many significant digits are written.
function significant(grain) {
  if (!grain.unit || grain.value === HIDDEN) return EXACTLY;
  let size = Math.abs(grain.value) / grain.unit, count = 0;
  for (; count < EXACTLY && size >= 1 - TIE; count++) size /= 10;
  return count;
}

// Whether a calculated entry is less than so many units away from a number.
function isNear(value, grain, units) {
  if (value === HIDDEN || grain.value === HIDDEN) return value === grain.value;
  return Math.abs(value - grain.value) < (grain.unit || FINE) * units - TIE;
}

// Whether two calculated entries differ in the digits that are written.
function isOther(value, base, grain) {
  if (value === HIDDEN || base === HIDDEN) return value !== base;
  return 2 * Math.abs(value - base) >= (grain.unit || FINE) - TIE;
}

// The bounds of what lies between two entries that are much the same, or a little outside; just one if not.
function widened(one, other) {
  if (one === HIDDEN || other === HIDDEN) return [one];
  const more = (other - one) / 10;
  return Math.abs(other - one) < Math.abs(one) / 50 ? [one - more, other + more] : [one];
}

// Whether a number is much the same as a calculated entry, and has little to do with others.
function isNearly(grain, value, others) {
  if (value === HIDDEN || grain.value === HIDDEN) return value === grain.value;
  const off = Math.abs(grain.value - value);
  return (off < 2 * (grain.unit || FINE) - TIE || off < Math.abs(value) / 100)
    && others.every((other) => other === HIDDEN || off * 5 < Math.abs(grain.value - other));
}

// A number with so many decimals: half up, or cut; a tie that is no exact number is left, since it cannot be told. What
// comes to 0, and is none, is −0.
function rounded(value, places, cut) {
  if (value === HIDDEN) return value;
  const power = 10 ** places, size = Math.abs(value) * power, rest = size - Math.floor(size);
  if (!cut && Math.abs(rest - 0.5) <= TIE * Math.max(1, size) && !Number.isInteger(value * 2 ** 20)) return value;
  const short = Math.sign(value) * Math.floor(size + (cut ? 0 : 0.5) + TIE * Math.max(1, size)) / power;
  return short || (value && -0);
}
