// Leaves the lines that a page calculates otherwise from the lines before them than they are.
const truths = ({ truth }) => new Map(truth.map((value, number) => [number, value]));
const isSame = (one, other) => one === other || Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));
const differing = problems.flatMap((problem) => {
  const sheet = new Sheet(problem);
  const isOff = (number) => !sheet.line(number, truths(sheet))?.every((one, place) => isSame(one, sheet.truth[number][place]));
  return problem.lines.filter((line, number) => line.trees && isOff(number)).map((line) => `${problem.title}: ${line.key}`);
});
const left = document.createElement("script");
Object.assign(left, { type: "application/json", id: "seen", textContent: JSON.stringify(differing) });
document.body.append(left);
