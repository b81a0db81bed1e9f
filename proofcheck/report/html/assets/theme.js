// Light or dark: as the system says, or as chosen here.  Runs before the page is drawn, so it does not flash.
"use strict";
(() => {
  const modes = ["auto", "light", "dark"];
  const names = { auto: "as the system", light: "light", dark: "dark" };

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

  show();
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    button.hidden = false;
    button.addEventListener("click", next);
    show();
  });
})();
