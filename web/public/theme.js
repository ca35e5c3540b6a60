// Sets the theme before the first paint, so that a dark page never flashes white.
// A file of its own: the Content-Security-Policy allows no script inside the page.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("muster.theme");
  } catch {
    // Storage is switched off: follow the system.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = chosen === "light" || chosen === "dark" ? chosen : dark ? "dark" : "light";
  document.documentElement.setAttribute("data-mantine-color-scheme", theme);
})();
