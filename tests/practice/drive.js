// Types what `typed` holds of every problem into a page, asks for hints where a line is not right, and leaves what it saw.
const seen = typed_.map((lines, number) => {
  if (number) document.getElementById("next").click();
  return lines.map((texts) => {
    const form = [...document.querySelectorAll("form.step")].at(-1);
    const button = (name) => [...form.querySelectorAll("button")].find((one) => one.textContent === name);
    form.querySelectorAll("input").forEach((input, place) => { input.value = texts[place]; });
    form.requestSubmit();
    const found = {
      marks: [...form.querySelectorAll(".mark")].map((mark) => mark.textContent),
      invalid: [...form.querySelectorAll("input")].map((input) => input.getAttribute("aria-invalid") === "true"),
      said: [...form.querySelectorAll("[role=status] p")].map((one) => one.textContent),
    };
    if (button("Go on with these numbers")) {
      for (let count = 0; count < 4; count++) button("Hint").click();
      found.hints = [...form.querySelectorAll(".hints li")].map((one) => one.textContent);
      button("Go on with these numbers").click();
    }
    return found;
  });
});
const results = document.createElement("script");
Object.assign(results, { type: "application/json", id: "seen", textContent: JSON.stringify({ seen,
  progress: document.getElementById("progress").textContent, mistakes: document.getElementById("mistakes").textContent,
  end: document.getElementById("end").hidden, wide: document.documentElement.scrollWidth > window.innerWidth }).replace(/</g, "\\u003c") });
document.body.append(results);
