// The case browser.  Rows are data in cases.js; a page of them at a time is in the document.
// The filters stand in the fragment of the address, so that a link can carry them.
"use strict";
(() => {
  const PAGE = 100;
  const { rows, checkers } = window.PROOFCHECK;
  const form = document.getElementById("filters");
  const count = document.getElementById("count");
  const table = document.getElementById("found");
  const pager = document.querySelector(".pager");
  const selects = { problem: "p", step: "s", inequality: "k", mode: "m", region: "r", verdict: "w" };
  const texts = ["q", "minimisers"];
  let found = [];
  let page = 0;

  // What is typed and what is searched are written alike: `y = 0, x >= 2` as the words `y=0` and `x>=2`.
  const plain = (text) =>
    text
      .toLowerCase()
      .replace(/\s*([<>]?=)\s*/g, "$1")
      .replace(/\(([^()]*)\)/g, (tuple) => tuple.replace(/\s/g, ""))
      .replace(/,(?=\s|$)/g, "");
  for (const row of rows) {
    const tuples = row.x ? "" : row.t.map((tuple) => `(${tuple})`).join(" ");
    row.text = plain([row.i, row.d, row.c, row.m, row.r, tuples].join(" \n"));
  }

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function fill(name) {
    const values = [...new Set(rows.map((row) => row[selects[name]]))].filter(Boolean);
    values.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    form.elements[name].replaceChildren(
      element("option", "any", { value: "" }),
      ...values.map((value) => element("option", value, { value })),
    );
  }

  function wanted() {
    const state = {};
    for (const name of [...texts, ...Object.keys(selects)]) {
      const value = form.elements[name].value.trim();
      if (value) state[name] = value;
    }
    return state;
  }

  const tuple = (text) => text.replace(/[^0-9,]/g, "");

  function matching(state) {
    const words = plain(state.q || "").split(/\s+/).filter(Boolean);
    const fields = Object.keys(selects).filter((name) => state[name]);
    const sent = state.minimisers ? tuple(state.minimisers) : null;
    return rows.filter(
      (row) =>
        (sent === null ? !row.x : row.t.includes(sent)) &&
        fields.every((name) => row[selects[name]] === state[name]) &&
        words.every((word) => row.text.includes(word)),
    );
  }

  function badge(verdict) {
    return element("span", verdict, { class: `badge v-${verdict.replaceAll(" ", "-")}` });
  }

  function line(row) {
    const made = element("tr");
    const head = element("th", undefined, { scope: "row" });
    const name = element("bdi");
    name.append(element("a", row.i, { href: row.u }));
    head.append(name);
    made.append(head, element("td", row.x ? `excluded: ${row.c}` : row.c), element("td", row.d));
    for (const verdict of row.v) {
      const cell = element("td");
      cell.append(verdict ? badge(verdict) : "-");
      made.append(cell);
    }
    return made;
  }

  function showPage() {
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    table.tBodies[0].replaceChildren(...found.slice(page * PAGE, (page + 1) * PAGE).map(line));
    pager.hidden = pages === 1;
    document.getElementById("where").textContent = `Page ${page + 1} of ${pages}`;
    document.getElementById("earlier").disabled = page === 0;
    document.getElementById("later").disabled = page === pages - 1;
  }

  function plural(number, word) {
    return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
  }

  function told() {
    const excluded = found.filter((row) => row.x).length;
    const obligations = new Set(found.map((row) => row.i)).size;
    const cases = `${plural(found.length - excluded, "case")} of ${plural(obligations, "obligation")}`;
    return excluded ? `${cases}, and ${plural(excluded, "exclusion")}` : cases;
  }

  function apply() {
    const started = performance.now();
    found = matching(wanted());
    showPage();
    count.textContent = found.length ? told() : "No case fits. Clear a filter.";
    table.dataset.milliseconds = (performance.now() - started).toFixed(1);
  }

  function address() {
    const state = new URLSearchParams(wanted());
    if (page) state.set("page", page + 1);
    history.replaceState(null, "", `#${state}`);
  }

  function change() {
    page = 0;
    apply();
    address();
  }

  function turn(step) {
    page += step;
    showPage();
    address();
    document.querySelector("#found").scrollIntoView();
  }

  function restore() {
    const state = new URLSearchParams(location.hash.slice(1));
    form.reset();
    for (const name of [...texts, ...Object.keys(selects)]) {
      if (state.has(name)) form.elements[name].value = state.get(name);
    }
    page = (Number(state.get("page")) || 1) - 1;
    apply();
  }

  const heads = ["obligation", "case", "claim", ...checkers];
  const head = element("tr");
  head.append(...heads.map((text) => element("th", text, { scope: "col" })));
  table.tHead.replaceChildren(head);
  Object.keys(selects).forEach(fill);
  form.addEventListener("input", change);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(change));
  document.getElementById("earlier").addEventListener("click", () => turn(-1));
  document.getElementById("later").addEventListener("click", () => turn(1));
  window.addEventListener("hashchange", restore);
  restore();
})();
