/** What an age may stand in that somebody goes through by keyboard. */
const ROW = "tr, li, [data-row]";
/** Pixels between an age and its exact time. */
const GAP = 4;

/**
 * Who goes through a list by keyboard reads when exactly something was, as whoever points at its age does: of the row in
 * hand, until the focus goes on, the page is scrolled, or at Escape.
 */
export function showExactAges(signal: AbortSignal): void {
  const tip = document.createElement("div");
  tip.className = "v-tooltip";
  // Who hears the page hears it from the age itself.
  tip.setAttribute("aria-hidden", "true");
  Object.assign(tip.style, { position: "fixed", zIndex: "30", pointerEvents: "none" });
  let frame = 0;
  const hide = () => {
    cancelAnimationFrame(frame);
    tip.remove();
  };
  const show = (age: HTMLElement) => {
    tip.textContent = age.title;
    document.body.append(tip);
    const { left, top, bottom } = age.getBoundingClientRect();
    const above = top - GAP - tip.offsetHeight;
    tip.style.left = `${Math.max(0, Math.min(left, window.innerWidth - tip.offsetWidth))}px`;
    tip.style.top = `${above < 0 ? bottom + GAP : above}px`;
  };
  const look = () => {
    hide();
    const age = ageBeside(document.querySelector(":focus-visible"));
    // The browser scrolls to what has the focus first.
    if (age !== undefined) frame = requestAnimationFrame(() => show(age));
  };
  const leave = ({ key }: KeyboardEvent) => {
    if (key === "Escape") hide();
  };
  document.addEventListener("focusin", look, { signal });
  document.addEventListener("focusout", hide, { signal });
  document.addEventListener("keydown", leave, { signal });
  document.addEventListener("scroll", () => tip.remove(), { signal, capture: true, passive: true });
  signal.addEventListener("abort", hide);
  look();
}

function ageBeside(focused: Element | null): HTMLElement | undefined {
  const ages = focused?.closest(ROW)?.querySelectorAll<HTMLElement>("time[title]") ?? [];
  return [...ages].find((age) => age.checkVisibility());
}
