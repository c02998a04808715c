"use strict";
// Everything is built from text nodes: no text of a player is ever read as HTML.

const data = JSON.parse(document.getElementById("data").textContent);
const frames = data.frames;
const byId = (id) => document.getElementById(id);
let shown = [];
let place = 0;

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function drawn(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const line = (index) => data.lines[index];
const text = (indices) => indices.map(line).join("\n");
const colour = (seat) => `var(--seat-${seat % 8})`;
const nameOf = (seat) => `seat ${seat}, ${data.seats[seat].name}`;
const words = (name) => String(name).replaceAll("_", " ");
const table = (...rows) => make("div", { class: "scroll", tabindex: 0 }, make("table", {}, ...rows));

// An action's id, which may be broken after a colon or a plus.
function idMark(id, tag) {
  const parts = id.split(/(?<=[:+])/).flatMap((part) => [part, make("wbr", {})]);
  return make(tag ?? "span", { class: "id" }, ...parts);
}

function seatMark(seat, label) {
  return make("span", { class: "seat", style: `--colour: ${colour(seat)}` }, label ?? nameOf(seat));
}

// --- Markdown of positions ------------------------------------------------------------------

function inline(source) {
  const parts = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
  let end = 0;
  for (const found of source.matchAll(pattern)) {
    parts.push(source.slice(end, found.index));
    if (found[1] !== undefined) parts.push(make("code", {}, found[1]));
    else if (found[2] !== undefined) parts.push(make("strong", {}, found[2]));
    else parts.push(make("em", {}, found[3]));
    end = found.index + found[0].length;
  }
  parts.push(source.slice(end));
  return parts;
}

function cellsOf(row) {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function markdownTable(rows) {
  const body = /^\|[\s:|-]+\|$/.test(rows[1] || "") ? rows.slice(2) : rows.slice(1);
  const width = (cell) => (cell.length <= 14 ? "short" : null);
  const row = (cells, tag) =>
    make("tr", {}, ...cells.map((cell) => make(tag, { class: width(cell) }, ...inline(cell))));
  return table(
    make("thead", {}, row(cellsOf(rows[0]), "th")),
    make("tbody", {}, ...body.map((cells) => row(cellsOf(cells), "td"))),
  );
}

function markdown(source) {
  const result = document.createDocumentFragment();
  const lines = source.split("\n");
  for (let at = 0; at < lines.length; ) {
    const start = at;
    const heading = /^(#{1,6}) +(.*)$/.exec(lines[at]);
    if (heading) {
      const level = Math.min(heading[1].length + 1, 5);
      result.append(make(`h${level}`, {}, ...inline(heading[2])));
      at += 1;
    } else if (lines[at].startsWith("|")) {
      while (at < lines.length && lines[at].startsWith("|")) at += 1;
      result.append(markdownTable(lines.slice(start, at)));
    } else if (lines[at].startsWith("```")) {
      at += 1;
      while (at < lines.length && !lines[at].startsWith("```")) at += 1;
      result.append(make("pre", {}, lines.slice(start + 1, at).join("\n")));
      at += 1;
    } else if (/^\s*[-*] /.test(lines[at])) {
      const list = make("ul", {});
      while (at < lines.length && /^\s*[-*] /.test(lines[at])) {
        list.append(make("li", {}, ...inline(lines[at].replace(/^\s*[-*] /, ""))));
        at += 1;
      }
      result.append(list);
    } else if (lines[at].trim() === "") {
      at += 1;
    } else {
      result.append(make("p", {}, ...inline(lines[at])));
      at += 1;
    }
  }
  return result;
}

// --- summary ----------------------------------------------------------------------------------

function showHead() {
  const who = { all: "everything is shown", public: "as any bystander could know it" };
  const at = who[data.viewpoint] ?? `as seat ${data.viewpoint} could know it`;
  byId("head").append(
    make("h1", {}, data.title),
    make("p", { class: "small" }, `${frames.length} steps, ${at}`),
    make("details", { class: "small" }, make("summary", {}, "About this match"),
      make("ul", {}, ...Object.entries(data.facts).map(([name, value]) => make("li", {}, `${name}: ${value}`)))),
  );
  if (data.trouble) byId("head").append(make("p", { class: "trouble" }, data.trouble));
}

function resultCard() {
  const done = data.results.length > 0;
  const heads = ["participant"];
  if (done) heads.unshift("rank");
  if (done) heads.push("score", "tie-breaks");
  const order = done ? [...data.results].sort((a, b) => a.rank - b.rank || a.seat - b.seat) : data.seats;
  const rows = order.map((one) => {
    const who = make("td", {}, seatMark(one.seat), one.forfeited ? " (forfeited)" : "");
    const cells = [who];
    if (done) {
      const routes = Object.entries(one.routes).filter((route) => route[1] !== 0);
      const told = routes.map((route) => `${words(route[0])} ${route[1]}`).join(", ");
      who.append(make("div", { class: "faint small" }, told));
      cells.unshift(make("td", { class: "number" }, String(one.rank)));
      cells.push(
        make("td", { class: "number" }, String(one.score)),
        make("td", { class: "number" }, one.tie_breaks.join(", ") || "none"),
      );
    }
    return make("tr", {}, ...cells);
  });
  const card = make("div", { class: "card" }, make("h2", {}, done ? "Result" : "Participants"));
  card.append(table(
    make("thead", {}, make("tr", {}, ...heads.map((head) =>
      make("th", { class: head === "participant" ? null : "number" }, head)))),
    make("tbody", {}, ...rows),
  ));
  card.append(configurations());
  return card;
}

function configurations() {
  const list = make("ul", {});
  for (const seat of data.seats) {
    const settings = Object.entries(seat.settings ?? {});
    const told = settings.map((one) => `${words(one[0])} ${JSON.stringify(one[1])}`).join(", ");
    const result = data.results.find((one) => one.seat === seat.seat);
    const item = make("li", {}, seatMark(seat.seat), `: ${seat.type ?? "?"}${told ? `, ${told}` : ""}`);
    if (result) {
      const counts = [`${result.decisions} decisions`];
      if (result.responses) counts.push(`${result.responses} model responses`);
      if (result.failed_tries) counts.push(`${result.failed_tries} failed tries`);
      if (result.stand_ins) counts.push(`${result.stand_ins} by a stand-in`);
      if (result.seconds >= 0.1) counts.push(`${result.seconds.toFixed(1)} s`);
      item.append(make("div", { class: "faint small" }, counts.join(", ")));
    }
    if (seat.digest) item.append(make("div", { class: "faint small id" }, seat.digest));
    list.append(item);
  }
  return make("details", {}, make("summary", {}, "Configurations and effort"), list);
}

// --- plot -------------------------------------------------------------------------------------

const plot = { box: null, name: null, cursor: null, x: null };

function plotCard() {
  const names = Object.keys(data.measures);
  if (names.length === 0) return null;
  plot.name = names[0];
  const select = make("select", { "aria-label": "What is plotted" },
    ...names.map((name) => make("option", { value: name }, words(name))));
  select.addEventListener("change", () => { plot.name = select.value; drawPlot(); });
  const legend = make("span", { class: "small" });
  data.seats.forEach((seat) => legend.append(seatMark(seat.seat), "  "));
  plot.box = make("div", {});
  return make("div", { class: "card" },
    make("div", { class: "plot-head" }, make("h2", {}, "Over the match"), select), plot.box, legend);
}

function ticks(low, high) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => (high - low) / one <= 5);
  const unit = step ?? Math.ceil((high - low) / 5);
  const found = [];
  for (let at = Math.ceil(low / unit) * unit; at <= high + 1e-9; at += unit) found.push(at);
  return found;
}

function drawPlot() {
  if (!plot.box) return;
  const width = Math.max(260, plot.box.clientWidth || 600);
  const [height, left, right, top, bottom] = [190, 38, 12, 8, 22];
  const series = data.measures[plot.name];
  const values = series.flat().filter((value) => value !== null);
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, ...values);
  const count = Math.max(1, series[0].length - 1);
  plot.x = (at) => left + ((width - left - right) * at) / count;
  const y = (value) => top + ((height - top - bottom) * (high - value)) / (high - low);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `${words(plot.name)} of each seat over the match` });
  for (const tick of ticks(low, high)) {
    svg.append(drawn("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
    svg.append(drawn("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)));
  }
  for (const tick of ticks(0, count).filter((one) => Number.isInteger(one))) {
    const anchor = plot.x(tick) > width - 30 ? "end" : "middle";
    svg.append(drawn("text", { x: plot.x(tick), y: height - 5, "text-anchor": anchor }, String(frames[tick].k)));
  }
  series.forEach((row, seat) => {
    const points = row.map((value, at) => (value === null ? null : `${plot.x(at).toFixed(1)},${y(value).toFixed(1)}`));
    svg.append(drawn("polyline", { class: "series", points: points.filter((one) => one !== null).join(" "),
      style: `stroke: ${colour(seat)}` }));
  });
  plot.cursor = drawn("line", { class: "cursor", y1: top, y2: height - bottom });
  svg.append(plot.cursor);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * width - left) / (width - left - right);
    goToFrame(Math.round(Math.min(1, Math.max(0, share)) * count));
  });
  plot.box.replaceChildren(svg);
  moveCursor();
}

function moveCursor() {
  if (!plot.cursor || shown.length === 0) return;
  const at = Math.min(shown[place], data.measures[plot.name][0].length - 1);
  plot.cursor.setAttribute("x1", plot.x(at));
  plot.cursor.setAttribute("x2", plot.x(at));
}

// --- one step ---------------------------------------------------------------------------------

function storyList(title, indices, open) {
  if (!indices || indices.length === 0) return null;
  const list = make("ul", { class: "story" }, ...indices.map((one) => make("li", {}, line(one))));
  if (open) return make("div", {}, make("h3", {}, title), list);
  return make("details", {}, make("summary", {}, `${title} (${indices.length})`), list);
}

function textBlock(title, indices) {
  return indices ? make("div", {}, make("h3", {}, title), make("pre", {}, text(indices))) : null;
}

function failureBlock(failed, index) {
  return make("div", { class: "failure" },
    make("strong", {}, `Try ${index + 1} failed: ${words(failed.class)}`),
    make("p", {}, failed.detail),
    failed.text ? make("pre", {}, text(failed.text)) : null,
    failed.reasoning ? make("details", {}, make("summary", {}, "Reasoning"), make("pre", {}, text(failed.reasoning))) : null);
}

function isSearch(found) {
  const rows = found?.actions;
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) =>
    Array.isArray(row) && row.length >= 3 && typeof row[1] === "number" && typeof row[2] === "number");
}

function searchBlock(found, taken) {
  if (found === undefined) return null;
  const block = make("div", {}, make("h3", {}, "Search"));
  if (!isSearch(found)) {
    block.append(make("pre", {}, JSON.stringify(found, null, 1)));
    return block;
  }
  const most = Math.max(1, ...found.actions.map((row) => row[1]));
  const rowOf = ([id, visits, mean]) => make("tr", { class: id === taken ? "taken" : null },
    idMark(String(id), "td"),
    make("td", { class: "bar" }, make("div", { class: "track", title: `${visits} visits` },
      make("div", { class: "fill", style: `width: ${Math.max(0, (100 * visits) / most)}%` }))),
    make("td", { class: "number" }, String(visits)),
    make("td", { class: "number" }, mean.toFixed(3)));
  const head = () => make("thead", {}, make("tr", {}, make("th", {}, "action"), make("th", {}, ""),
    make("th", { class: "number" }, "visits"), make("th", { class: "number" }, "value")));
  const part = (rows) => {
    const whole = table(head(), make("tbody", {}, ...rows.map(rowOf)));
    whole.classList.add("bars");
    return whole;
  };
  block.append(part(found.actions.slice(0, 8)));
  if (found.actions.length > 8) {
    block.append(lazy(`${found.actions.length - 8} more`, () => [part(found.actions.slice(8))]));
  }
  if (Array.isArray(found.line) && found.line.length > 0) {
    const steps = found.line.map((step) => make("li", {}, `seat ${step[0]}: `, idMark(String(step[1]))));
    block.append(make("h3", {}, "Principal line"), make("ol", {}, ...steps));
  }
  if (found.simulations) {
    block.append(make("p", { class: "faint small" }, `${found.simulations} simulations, ${found.steps} steps`
      + (found.cut ? ", cut by time" : "")));
  }
  return block;
}

function lazy(title, build, open) {
  const details = make("details", {}, make("summary", {}, title));
  let built = false;
  const fill = () => {
    if (details.open && !built) {
      built = true;
      details.append(...build());
    }
  };
  details.addEventListener("toggle", fill);
  if (open) {
    details.open = true;
    fill();
  }
  return details;
}

function choiceList(frame) {
  const list = make("ul", { class: "choices" });
  for (const one of frame.o) {
    const [id, description] = data.choices[one].map(line);
    list.append(make("li", { class: id === line(frame.c) ? "taken" : null },
      idMark(id), make("span", { class: "small" }, description)));
  }
  return list;
}

function responseList(frame) {
  const rows = frame.m.map((one) => {
    const tokens = `${one.input_tokens} tokens in (${one.cached_tokens} cached), ${one.output_tokens} out`
      + ` (${one.reasoning_tokens} reasoning)`;
    return make("li", {}, make("strong", {}, one.model), ` (${one.provider}), ${one.status}, ${tokens}, ${one.seconds.toFixed(2)} s`,
      one.prompt ? lazy("Prompt", () => [make("pre", {}, text(one.prompt))]) : null,
      one.reply ? lazy("Reply", () => [make("pre", {}, text(one.reply))]) : null);
  });
  return lazy(`Model responses (${frame.m.length})`, () => [make("ul", {}, ...rows)]);
}

function leadOf(frame) {
  const lead = make("p", { class: "lead" });
  if (frame.a === "setup") lead.append("Set-up");
  else if (frame.a === "end") lead.append(data.facts.status === "finished" ? "The end" : "How it stands");
  else if (frame.s === null) lead.append(words(frame.a));
  else lead.append(seatMark(frame.s));
  if (frame.t !== null && frame.t !== undefined) lead.append(make("span", { class: "faint small" }, `turn ${frame.t}`));
  lead.append(make("a", { href: `#d${frame.k}`, title: "Link to this step" }, `#d${frame.k}`));
  return lead;
}

function chosenBlock(frame) {
  const id = line(frame.c);
  const offered = (frame.o ?? []).map((one) => data.choices[one].map(line)).find((pair) => pair[0] === id);
  const notes = [];
  if (frame.stand_in) notes.push("answered by the stand-in");
  if (frame.repairs) notes.push(`read after repairs: ${frame.repairs.join(", ")}`);
  if (frame.calls) notes.push(`tools: ${Object.entries(frame.calls).map((one) => one.join(" ")).join(", ")}`);
  if (frame.seconds) notes.push(`${frame.seconds} s`);
  return make("div", { class: "chosen" }, idMark(id),
    offered ? make("p", {}, offered[1]) : null,
    notes.length ? make("p", { class: "faint small" }, notes.join("; ")) : null);
}

function showDecision(frame) {
  const parts = [leadOf(frame)];
  if (frame.a !== "action" && frame.a !== "setup" && frame.a !== "end") {
    const cause = frame.w === undefined ? "" : `: ${words(line(frame.w))}`;
    parts.push(make("p", { class: "act" }, `The arena notes: ${words(frame.a)}${cause}`));
  }
  if (frame.q !== undefined) parts.push(make("p", { class: "question" }, line(frame.q)));
  if (frame.because !== undefined) parts.push(make("p", { class: "faint" }, `Because: ${line(frame.because)}`));
  if (frame.steps) parts.push(make("p", { class: "faint" }, `Chosen before: ${frame.steps.map(line).join(", ")}`));
  (frame.f ?? []).forEach((failed, index) => parts.push(failureBlock(failed, index)));
  if (frame.c !== undefined) parts.push(chosenBlock(frame));
  else if (frame.a === "action") parts.push(make("p", { class: "faint" }, "What was chosen is not known to this viewpoint."));
  parts.push(storyList(frame.a === "action" ? "What came of it" : "What happened", frame.y, true));
  parts.push(textBlock("Reasoning", frame.r));
  if (frame.e && text(frame.e).trim() !== line(frame.c)) parts.push(textBlock("Reply", frame.e));
  parts.push(searchBlock(frame.x, frame.c === undefined ? null : line(frame.c)));
  if (frame.o) parts.push(lazy(`Legal actions (${frame.o.length})`, () => [choiceList(frame)], frame.o.length <= 6));
  parts.push(storyList("Told since the seat's last decision", frame.b, false));
  if (frame.m) parts.push(responseList(frame));
  byId("decision").replaceChildren(...parts.filter((part) => part !== null));
}

function showPosition(frame) {
  const box = byId("position");
  box.hidden = frame.v === undefined;
  if (frame.v === undefined) return;
  let whose = "with nothing hidden";
  if (data.viewpoint === "public") whose = "as any bystander knows it";
  else if (data.viewpoint !== "all") whose = `as seat ${data.viewpoint} knows it`;
  else if (frame.a === "action" && frame.s !== null) whose = `as shown to seat ${frame.s}`;
  box.replaceChildren(make("p", { class: "faint small" }, `The position ${whose}`), markdown(text(frame.v)));
}

// --- stepping ---------------------------------------------------------------------------------

const bar = {};

function button(label, title, act) {
  const element = make("button", { type: "button", title, "aria-label": title }, label);
  element.addEventListener("click", act);
  return element;
}

function buildBar() {
  bar.first = button("«", "First step (Home)", () => go(0));
  bar.back = button("‹", "Step back (← or k)", () => go(place - 1));
  bar.on = button("›", "Step on (→ or j)", () => go(place + 1));
  bar.last = button("»", "Last step (End)", () => go(shown.length - 1));
  bar.slider = make("input", { type: "range", min: 0, "aria-label": "Step" });
  bar.slider.addEventListener("input", () => go(Number(bar.slider.value)));
  bar.where = make("span", { id: "where", class: "small" });
  bar.filter = make("select", { "aria-label": "Whose steps" }, make("option", { value: "" }, "all seats"),
    ...data.seats.map((seat) => make("option", { value: seat.seat }, nameOf(seat.seat))));
  if (frames.some((frame) => frame.f)) bar.filter.append(make("option", { value: "failures" }, "failed tries"));
  bar.filter.addEventListener("change", () => filterSteps(shown[place]));
  byId("bar").append(bar.first, bar.back, bar.on, bar.last, bar.where, bar.slider, bar.filter);
}

function passes(frame) {
  const wanted = bar.filter.value;
  if (wanted === "") return true;
  return wanted === "failures" ? Boolean(frame.f) : frame.s === Number(wanted);
}

function filterSteps(frame) {
  shown = frames.map((_, index) => index).filter((index) => passes(frames[index]));
  bar.slider.max = Math.max(0, shown.length - 1);
  goToFrame(frame);
}

function goToFrame(frame) {
  const next = shown.findIndex((index) => index >= frame);
  go(next < 0 ? shown.length - 1 : next);
}

function go(next) {
  if (shown.length === 0) {
    bar.where.textContent = "no such steps";
    return;
  }
  place = Math.min(shown.length - 1, Math.max(0, next));
  const frame = frames[shown[place]];
  bar.slider.value = place;
  bar.where.textContent = `step ${place + 1} of ${shown.length}`;
  bar.first.disabled = bar.back.disabled = place === 0;
  bar.on.disabled = bar.last.disabled = place === shown.length - 1;
  showDecision(frame);
  showPosition(frame);
  moveCursor();
  if (started) history.replaceState(null, "", `#d${frame.k}`);
}

function linked() {
  const found = /^#d(\d+)$/.exec(location.hash);
  return found ? frames.findIndex((frame) => frame.k === Number(found[1])) : -1;
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName === "SELECT") return;
  const moves = {
    ArrowRight: place + 1, j: place + 1, ArrowLeft: place - 1, k: place - 1, Home: 0, End: shown.length - 1,
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  go(moves[event.key]);
}

let started = false;
showHead();
byId("summary").append(...[resultCard(), plotCard()].filter((card) => card !== null));
buildBar();
filterSteps(Math.max(0, linked()));
drawPlot();
started = true;
if (linked() >= 0) byId("bar").scrollIntoView();
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", () => {
  if (linked() < 0) return;
  bar.filter.value = "";
  filterSteps(linked());
});
window.addEventListener("resize", drawPlot);
byId("foot").append(
  make("p", {}, make("kbd", {}, "←"), " ", make("kbd", {}, "→"), " or ", make("kbd", {}, "k"), " ", make("kbd", {}, "j"),
    " step, ", make("kbd", {}, "Home"), " ", make("kbd", {}, "End"), " first and last; a step's #d number links to it."),
);
