const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** Where something stands: the parts of the page around it, innermost first, and its place among what each holds. */
type Place = readonly { readonly part: Element; readonly index: number }[];

/**
 * Where what has the focus goes away, as a row after its Restore, or can be used no more, as Undo after the last step,
 * the focus goes to what now stands in its place, and not to nowhere (WCAG 2.4.3). On another page it goes to the content.
 */
export function keepFocus(signal: AbortSignal): void {
  let last: Place = document.activeElement === null ? [] : placeOf(document.activeElement);
  let frame = 0;
  const isLost = () => {
    const [own] = last;
    return own !== undefined && document.activeElement === document.body && !isUsable(own.part);
  };
  const bringBack = () => {
    frame = 0;
    const heir = isLost() && !signal.aborted ? heirOf(last) : undefined;
    heir?.focus({ preventScroll: heir.id === "content" });
  };
  const observer = new MutationObserver(() => {
    // Layers give the focus back a frame after they have gone.
    if (frame === 0 && isLost())
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(bringBack);
      });
  });
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? placeOf(target) : [];
  };
  // Who presses beside every control wants nothing in hand; who presses what is in hand already keeps it.
  const forget = ({ target }: PointerEvent) => {
    const { activeElement, body } = document;
    const isInHand = activeElement !== null && activeElement !== body && activeElement.contains(target as Node | null);
    last = isInHand ? placeOf(activeElement) : [];
  };
  document.addEventListener("focusin", remember, { signal });
  document.addEventListener("pointerdown", forget, { capture: true, signal });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}

function placeOf(element: Element): Place {
  const place: { part: Element; index: number }[] = [];
  for (let part = element; part.parentElement !== null && part !== document.body; part = part.parentElement)
    place.push({ part, index: [...part.parentElement.children].indexOf(part) });
  return place;
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled");
}

/** The next control after the place or, if there is none, the one before, as near to it as can be. */
function heirOf(place: Place): HTMLElement | undefined {
  const content = document.getElementById("content");
  for (const [at, { index }] of place.entries()) {
    const around = place[at + 1]?.part;
    if (around === undefined || content === null || around.contains(content)) break;
    if (!around.isConnected) continue;
    const parts = [...around.children];
    const found = [...parts.slice(index), ...parts.slice(0, index).toReversed()].flatMap(controlsIn)[0];
    if (found !== undefined) return found;
  }
  return content ?? undefined;
}

function controlsIn(part: Element): HTMLElement[] {
  return [...(part.matches(CONTROLS) ? [part] : []), ...part.querySelectorAll(CONTROLS)].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement &&
      isUsable(control) &&
      control.tabIndex >= 0 &&
      control.checkVisibility() &&
      control.closest("[inert], [aria-hidden='true']") === null,
  );
}
