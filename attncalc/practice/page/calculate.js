"use strict";
// Trees over the entries of lines, calculated with what stands in these lines. −∞ is null in a tree, and absorbs what
// is added to it or multiplied with it; what comes to nothing is NaN.

const HIDDEN = -Infinity;

function erf(x) {
  // Its series near 0, the continued fraction of its complement beyond.
  const size = Math.abs(x);
  if (size < 3) {
    let term = size, sum = size;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= -size * size / n;
      sum += term / (2 * n + 1);
    }
    return Math.sign(x) * sum * 2 / Math.sqrt(Math.PI);
  }
  let fraction = 0;
  for (let n = 60; n > 0; n--) fraction = n / 2 / (size + fraction);
  return Math.sign(x) * (1 - Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction));
}

const logarithm = (x) => (x > 0 ? Math.log(x) : NaN);
const sigmoid = (x) => (x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x)));
const normal = (x) => (1 + erf(x / Math.SQRT2)) / 2;
const density = (x) => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
const bent = (x) => Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3));
const FUNCTIONS = {
  exp: Math.exp, ln: logarithm, log: logarithm, "log₂": (x) => logarithm(x) / Math.LN2, sqrt: Math.sqrt, sin: Math.sin, cos: Math.cos,
  tan: Math.tan, tanh: Math.tanh, abs: Math.abs, sign: Math.sign, "σ": sigmoid,
  ReLU: (x) => Math.max(x, 0), ELU: (x) => (x > 0 ? x : Math.exp(x) - 1),
  "elu+1": (x) => (x > 0 ? x + 1 : Math.exp(x)), SiLU: (x) => x * sigmoid(x),
  softplus: (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))), step: (x) => (x > 0 ? 1 : 0),
  GELU: (x) => x * normal(x), "GELU'": (x) => normal(x) + x * density(x),
  GELU_tanh: (x) => x * (1 + bent(x)) / 2,
  "GELU_tanh'": (x) => (1 + bent(x)) / 2
    + x * (1 - bent(x) ** 2) / 2 * Math.sqrt(2 / Math.PI) * (1 + 0.134145 * x * x),
};

function firstLargest(row) {
  return row.indexOf(Math.max(...row));
}

// A factor of 0 makes 0, whatever stands beside it: 0 ln 0. A share of 0 is 0, in a row that is hidden too; −0, which
// something was rounded to, is no such share.
const OPERATIONS = {
  "+": (...terms) => terms.reduce((a, b) => a + b),
  sum: (...terms) => terms.filter((one) => one !== HIDDEN).reduce((a, b) => a + b, 0),
  "-": (a, b) => (a === HIDDEN ? a : b === HIDDEN ? NaN : a - b),
  "*": (...factors) => (factors.includes(HIDDEN) ? HIDDEN : factors.includes(0) ? 0 : factors.reduce((a, b) => a * b)),
  "/": (a, b) => (a === HIDDEN ? a : b === 0 || b === HIDDEN ? NaN : a / b),
  share: (a, b) => (a === HIDDEN || Object.is(a, 0) ? 0 : OPERATIONS["/"](a, b)),
  "^": (a, b) => (a === HIDDEN ? NaN : a ** b),
  neg: (a) => (a === HIDDEN ? NaN : -a),
  kept: (a) => (a === HIDDEN ? 0 : a),
  max: (...row) => Math.max(...row),
  min: (...row) => Math.min(...row),
  argmax: (...row) => firstLargest(row) + 1,
  first: (least, ...row) => { const at = row.slice(0, -1).findIndex((x) => x >= least - 1e-12); return (at < 0 ? row.length - 1 : at) + 1; },
  peak: (place, ...row) => (firstLargest(row) === place - 1 ? 1 : 0),
  leaky: (x, slope) => (x > 0 || x === HIDDEN ? x : x * slope),
};

// The values of trees, by their numbers among all parts; null where one has none. `lines` gives the entries of a line by
// its number, `constant` how a constant is used.
function values(parts, trees, lines, constant = (one) => one) {
  const known = new Map();
  const made = (number) => {
    if (!known.has(number)) known.set(number, calculated(parts[number]));
    return known.get(number);
  };
  const calculated = (part) => {
    if (typeof part === "number") return part;
    if (part === null) return HIDDEN;
    const [kind, ...args] = part;
    if (kind === "@") return lines.get(args[0])[args[1]];
    if (kind === "k") return constant(args[0]);
    if (kind === "f") return FUNCTIONS[args[0]](made(args[1]));
    return OPERATIONS[kind](...args.map(made));
  };
  const found = trees.map(made);
  return found.some((one) => Number.isNaN(one) || one === Infinity) ? null : found;
}
