// What tests/it/report_browser.rs asks the report's page: it is loaded in a frame, and the answers are
// left as JSON.
"use strict";

function ask(page, window) {
  const answers = {};
  const all = (selector) => [...page.querySelectorAll(selector)];
  answers.scripts = all("script").length;
  answers.foreign = all("img, iframe, link, object, embed, [src], [onclick], [onerror]").length;
  answers.requests = window.performance.getEntriesByType("resource").map((entry) => entry.name);
  answers.title = page.querySelector("h1").textContent;
  answers.headings = all("h2").map((heading) => heading.textContent);

  const hardest = all(".table").find((box) => box.textContent.includes("Hardest puzzles"));
  const headings = [...hardest.querySelectorAll("th")];
  const column = (title) =>
    headings.findIndex((heading) => heading.textContent.trim() === title);
  const cells = (title) =>
    [...hardest.querySelectorAll("tbody tr")].map((row) => row.cells[column(title)]);
  answers.labels = [...new Set(cells("label").map((cell) => cell.textContent))];
  answers.grid = cells("grid")[0].textContent;
  const click = (title) => headings[column(title)].querySelector("button").click();
  const nodes = () => cells("nodes").map((cell) => cell.dataset.s ?? cell.textContent).join(" ");
  click("nodes");
  answers.ascending = nodes();
  click("nodes");
  answers.descending = nodes();
  click("config");
  answers.configs = cells("config").map((cell) => cell.textContent);

  const input = hardest.querySelector("input");
  const type = (text) => {
    input.value = text;
    input.dispatchEvent(new window.Event("input"));
    return hardest.querySelector("output").textContent;
  };
  answers.filtered = type("DLX unique");
  answers.shown = cells("config").filter((cell) => !cell.parentNode.hidden)
    .map((cell) => cell.textContent);
  answers.none = type("no such row");
  answers.again = type("");

  const figure = page.querySelector("details[open] figure");
  const svg = figure.querySelector("svg");
  const [x, y] = figure.dataset.marks.split("\n")[0].split(" ").map(Number);
  const box = svg.getBoundingClientRect();
  const scale = box.width / svg.viewBox.baseVal.width;
  const point = (type, x, y) => svg.dispatchEvent(
    new window.PointerEvent(type, { clientX: box.left + x * scale, clientY: box.top + y * scale }));
  point("pointermove", x, y);
  answers.tip = figure.querySelector(".tip").hidden ? "" : figure.querySelector(".tip").textContent;
  point("pointerleave", 0, 0);
  answers.leaves = figure.querySelector(".tip").hidden;
  const buttons = [...figure.querySelectorAll(".legend button")];
  const dim = () => new Set(
    [...figure.querySelectorAll(".curve.dim")].map((curve) => curve.dataset.curve)).size;
  answers.letters = buttons.map((button) => button.dataset.curve).join("");
  const hoverOver = (type) => buttons[0].dispatchEvent(new window.PointerEvent(type));
  hoverOver("pointerenter");
  answers.dimOnHover = dim();
  hoverOver("pointerleave");
  answers.dimAfter = dim();
  buttons[1].click();
  answers.dimOnClick = dim();
  buttons[1].click();
  answers.figures = all("figure").length;

  // On a narrow screen no table is wider than its box, and the page is no wider than the screen.
  for (const details of all("details")) details.open = true;
  window.frameElement.width = 400;
  const boxes = [...all(".wide"), page.documentElement];
  answers.tooWide = boxes.filter((box) => box.scrollWidth > box.clientWidth + 1)
    .map((box) => box.closest(".table")?.querySelector("summary").textContent ?? "page");
  return answers;
}

const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  let answers;
  try {
    answers = ask(frame.contentDocument, frame.contentWindow);
  } catch (error) {
    answers = { failed: String(error.stack) };
  }
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify(answers);
  document.body.append(result);
});
