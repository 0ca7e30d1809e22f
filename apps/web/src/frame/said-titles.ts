/**
 * What a browser does for a new document, and nobody for a page that takes the place of another: its title is read out
 * (WCAG 4.1.3).
 */
export function sayTitles(signal: AbortSignal): void {
  const first = location.pathname;
  let hasLeft = false;
  const said = document.createElement("p");
  said.className = "v-hidden";
  said.role = "status";
  document.body.append(said);
  const observer = new MutationObserver(() => {
    hasLeft ||= location.pathname !== first;
    if (hasLeft && said.textContent !== document.title) said.textContent = document.title;
  });
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  const end = () => {
    observer.disconnect();
    said.remove();
  };
  signal.addEventListener("abort", end, { once: true });
}
