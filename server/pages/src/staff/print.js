// The button that prints a printout.

document.getElementById("print").addEventListener("click", () => window.print());
