// Runs before the first paint, so that no page flashes in the other theme. A file of its own, since the
// content security policy allows no inline script.
(() => {
  const asked = new URLSearchParams(location.search).get("theme");
  let kept = null;
  let density = null;
  try {
    kept = localStorage.getItem("vedette.theme");
    density = localStorage.getItem("vedette.density");
  } catch {
    // Storage can be forbidden; the system's theme serves.
  }
  const choice = asked === "light" || asked === "dark" ? asked : (kept ?? "dark");
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.theme = choice === "system" ? system : choice;
  if (density !== null) document.documentElement.dataset.density = density;
})();
