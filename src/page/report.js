// A click on a heading sorts a table, and typing filters it. A chart shows the value
// nearest to the pointer. Its legend isolates curves: under the pointer, or those that were clicked. The script fetches nothing and never turns text into markup.
"use strict";

/** The sort key of a cell: its own key if it has one, otherwise its text; numbers as numbers. */
function key(cell, isNumber) {
  const text = cell.dataset.s ?? cell.textContent.trim();
  if (!isNumber) return text;
  return text === "" ? NaN : Number(text);
}

function compare(a, b, isNumber) {
  if (!isNumber) return a.localeCompare(b, "en", { numeric: true });
  // Unknown values go last.
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
  return a - b;
}

function sortBy(table, index) {
  const heading = table.tHead.rows[0].cells[index];
  const isNumber = heading.classList.contains("n");
  const direction = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [key(row.cells[index], isNumber), row]);
  const isUnknown = (value) => Number.isNaN(value);
  rows.sort(([a], [b]) => {
    const order = compare(a, b, isNumber);
    return isUnknown(a) || isUnknown(b) ? order : direction * order;
  });
  body.append(...rows.map(([, row]) => row));
}

/** Shows the rows that contain every word. */
function filter(table, text, count) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = table.tBodies[0].rows;
  let shown = 0;
  for (const row of rows) {
    const content = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => content.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  count.textContent = `${shown} of ${rows.length} rows`;
}

for (const box of document.querySelectorAll(".table")) {
  const table = box.querySelector("table");
  [...table.tHead.rows[0].cells].forEach((heading, index) => {
    heading.querySelector("button").addEventListener("click", () => sortBy(table, index));
  });
  const choice = box.querySelector("select");
  [...table.tHead.rows[0].cells].forEach((heading, index) => {
    choice.add(new Option(heading.textContent.trim(), index));
    // For narrow screens, where each cell names its column.
    for (const row of table.tBodies[0].rows) row.cells[index].dataset.title = heading.textContent.trim();
  });
  choice.addEventListener("change", () => {
    if (choice.value !== "") sortBy(table, Number(choice.value));
  });
  const input = box.querySelector("input");
  const count = box.querySelector("output");
  input.addEventListener("input", () => filter(table, input.value, count));
  filter(table, "", count);
}

/** The values of a chart: `x y name text` per line, with names as numbers. */
function marks(figure) {
  const names = figure.dataset.names.split("\n");
  return figure.dataset.marks.split("\n").filter(Boolean).map((line) => {
    const [x, y, name, ...text] = line.split(" ");
    return { x: Number(x), y: Number(y), name: names[name], text: text.join(" ") };
  });
}

/** The maximum distance of the pointer from a value, in pixels of the picture. */
const REACH = 40;

function hover(figure) {
  const svg = figure.querySelector(".canvas svg");
  const tip = figure.querySelector(".tip");
  const dot = figure.querySelector(".dot");
  let all;
  svg.addEventListener("pointermove", (event) => {
    all ??= marks(figure);
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale;
    const y = (event.clientY - box.top) * scale;
    let nearest, least = REACH;
    const shown = isolated(figure);
    for (const mark of all) {
      if (shown.size > 0 && !shown.has(mark.name)) continue;
      const distance = Math.hypot(mark.x - x, mark.y - y);
      if (distance < least) [nearest, least] = [mark, distance];
    }
    tip.hidden = dot.hidden = !nearest;
    if (!nearest) return;
    tip.replaceChildren();
    const name = document.createElement("b");
    name.textContent = nearest.name;
    tip.append(name, document.createElement("br"), nearest.text);
    dot.style.left = `${nearest.x / scale}px`;
    dot.style.top = `${nearest.y / scale}px`;
    const isRight = nearest.x > svg.viewBox.baseVal.width / 2;
    tip.style.left = `${nearest.x / scale - (isRight ? tip.offsetWidth + 12 : -12)}px`;
    tip.style.top = `${nearest.y / scale + 12}px`;
  });
  svg.addEventListener("pointerleave", () => {
    tip.hidden = dot.hidden = true;
  });
}

/** The names of the configs whose curves are isolated; empty if all are shown. */
function isolated(figure) {
  const names = [...figure.querySelectorAll(".legend .shown")];
  return new Set(names.map((button) => button.querySelector("span").textContent));
}

function legend(figure) {
  const buttons = [...figure.querySelectorAll(".legend button")];
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const update = (pointed) => {
    const shown = pointed ? [pointed] : buttons.filter(isPressed);
    for (const button of buttons) button.classList.toggle("shown", shown.includes(button));
    const letters = shown.map((button) => button.dataset.curve);
    for (const curve of figure.querySelectorAll(".curve")) {
      curve.classList.toggle("dim", letters.length > 0 && !letters.includes(curve.dataset.curve));
    }
  };
  for (const button of buttons) {
    button.addEventListener("pointerenter", () => update(button));
    button.addEventListener("pointerleave", () => update());
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(!isPressed(button)));
      update();
    });
  }
}

document.querySelectorAll("figure").forEach(hover);
document.querySelectorAll("figure").forEach(legend);
