"use strict";
// Tables sort by a click on a heading. Without this script they are as they were written: best first.

for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, headings, column));
    heading.append(button);
  });
}

function sort(table, headings, column) {
  const heading = headings[column];
  const numeric = heading.classList.contains("number");
  const before = heading.getAttribute("aria-sort");
  const down = before ? before === "ascending" : numeric;  // numbers begin with the highest
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row, key: key(row.cells[column], numeric) }));
  rows.sort((one, other) => {
    if (one.key === null || other.key === null) return (one.key === null) - (other.key === null);  // unknown last
    const order = numeric ? one.key - other.key : one.key.localeCompare(other.key, "en", { numeric: true });
    return down ? -order : order;
  });
  body.append(...rows.map(({ row }) => row));
}

function key(cell, numeric) {
  const value = cell.dataset.value ?? cell.textContent;
  if (value === "") return null;
  return numeric ? Number(value) : value;
}
