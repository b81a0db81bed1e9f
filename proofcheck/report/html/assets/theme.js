// Light or dark: as the system says, or as chosen here.  Runs before the page is drawn, so it does not flash.
// And the button that unfolds the navigation on a narrow screen.
"use strict";
(() => {
  const modes = ["auto", "light", "dark"];
  const names = { auto: "system", light: "light", dark: "dark" };

  function stored() {
    try {
      const mode = localStorage.getItem("proofcheck-theme");
      return modes.includes(mode) ? mode : "auto";
    } catch {
      return "auto"; // no storage on this page
    }
  }

  let mode = stored();

  function show() {
    if (mode === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = mode;
    const button = document.getElementById("theme");
    if (button) button.textContent = `Colours: ${names[mode]}`;
  }

  function next() {
    mode = modes[(modes.indexOf(mode) + 1) % modes.length];
    try {
      localStorage.setItem("proofcheck-theme", mode);
    } catch {
      // it then holds for this page only
    }
    show();
  }

  // On a narrow screen the pages are behind a button; without this script they are all shown.
  function fold() {
    const button = document.getElementById("menu");
    const pages = document.getElementById("pages");
    button.hidden = false;
    pages.classList.add("folded");
    button.addEventListener("click", () => {
      const open = !pages.classList.toggle("folded");
      button.setAttribute("aria-expanded", String(open));
    });
  }

  show();
  document.addEventListener("DOMContentLoaded", () => {
    fold();
    const button = document.getElementById("theme");
    button.hidden = false;
    button.addEventListener("click", next);
    show();
  });
})();
