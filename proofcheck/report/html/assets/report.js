// Draws the mathematics; opens what a link points into; everything is opened for printing.
"use strict";
(() => {
  // Without KaTeX the plain words stay, which are in the page.
  function draw(span) {
    katex.render(span.dataset.tex, span, {
      displayMode: span.classList.contains("display"),
      throwOnError: false,
      trust: false,
      strict: "ignore",
    });
  }

  // What lies in a closed `details` is drawn when it is opened.
  function drawAll(root) {
    if (!window.katex) return;
    for (const span of root.querySelectorAll(".tex:not([data-drawn])")) {
      const closed = span.closest("details:not([open])");
      if (closed && !closed.querySelector("summary").contains(span)) continue;
      span.dataset.drawn = "";
      draw(span);
    }
  }

  // A formula wider than its place is scrolled, also with the keyboard.
  function reachable() {
    for (const span of document.querySelectorAll(".tex.display")) {
      if (span.scrollWidth > span.clientWidth) span.tabIndex = 0;
      else span.removeAttribute("tabindex");
    }
  }

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (const details of target.querySelectorAll(":scope > details")) details.open = true;
    target.scrollIntoView();
    if (target.tabIndex === -1) target.focus({ preventScroll: true });
  }

  drawAll(document);
  reachable();
  window.addEventListener("resize", reachable);
  document.addEventListener("toggle", (event) => drawAll(event.target), true);
  window.addEventListener("hashchange", reveal);
  if (location.hash && !document.getElementById("filters")) reveal();
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    drawAll(document);
  });
})();
