import { useEffect } from "react";

const DIRECTIONS: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** What takes arrows for itself. */
export const OWN_ARROWS =
  "input, textarea, select, figure, table, [role=menu], [role=dialog], [role=listbox], [tabindex='0']:not(button, a)";

/** Arrows move the focus from panel to panel, to the nearest one in their direction. */
export function usePanelArrows(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const direction = DIRECTIONS.get(event.key);
      const { target } = event;
      if (direction === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!(target instanceof HTMLElement) || target.closest(OWN_ARROWS) !== null) return;
      const panel = target.closest("[data-panel-key]");
      const next = panel === null ? undefined : nearestPanel(panel, direction);
      if (next === undefined) return;
      event.preventDefault();
      // The button in hand would open its menu at an arrow down.
      event.stopPropagation();
      next.querySelector<HTMLElement>(".v-panel-menu")?.focus();
      next.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

function nearestPanel(from: Element, [x, y]: readonly [x: number, y: number]): Element | undefined {
  const here = middleOf(from);
  const others = [...document.querySelectorAll("[data-panel-key]")].flatMap((panel) => {
    const there = middleOf(panel);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = dx * x + dy * y;
    // What lies aside is farther than what lies ahead.
    return panel === from || along <= 1 ? [] : [{ panel, distance: along + 3 * Math.abs(x === 0 ? dx : dy) }];
  });
  return others.toSorted((a, b) => a.distance - b.distance)[0]?.panel;
}

function middleOf(element: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
