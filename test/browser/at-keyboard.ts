import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** More stops than these on the way to a control are too many for anybody. */
const MOST_STOPS = 60;

/** A page whose user has no pointer. Whoever is on the way to a control sees at each stop where they are. */
export function atKeyboard(page: Page) {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Goes from control to control with Tab until one has the focus. */
  const tabTo = async (wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> => {
    await wanted.waitFor();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await wanted.evaluate((element) => element.contains(document.activeElement))) return;
      await page.keyboard.press(key);
      // An editor draws its ring a moment later.
      await expect.poll(() => page.evaluate(unseenFocus), { timeout: 5000 }).toBeUndefined();
    }
    throw new Error(`${wanted} was not reached by ${MOST_STOPS} presses of ${key}`);
  };
  return {
    press,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    /** Goes to a control and presses it. */
    enter: async (wanted: Locator, key?: "Tab" | "Shift+Tab") => {
      await tabTo(wanted, key);
      await press("Enter");
    },
    /** What has the focus, by its name; empty when nothing has. */
    inHand: (): Promise<string> =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return "";
        return focused.getAttribute("aria-label") ?? focused.textContent;
      }),
  };
}

/** Runs in the page. @returns what has the focus and does not show it, if so */
function unseenFocus(): string | undefined {
  const focused = document.activeElement;
  // After the last control of a page comes the window.
  if (focused === null || focused === document.body) return undefined;
  // A part that the browser brings, such as the button of a calendar, has the browser's own ring.
  if (!focused.matches(":focus")) return undefined;
  const name = `${focused.tagName} ${focused.getAttribute("aria-label") ?? focused.textContent?.slice(0, 60)}`;
  // A check box shows its mark for an input that nobody sees.
  const shown = focused.closest("label") ?? focused;
  const { top, bottom, left, right } = shown.getBoundingClientRect();
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return `${name} is out of sight`;
  // Of what sticks to the window, such as the navigation of a phone (WCAG 2.4.11).
  const [sideways, downwards] = [
    [Math.max(left, 0), Math.min(right, innerWidth)] as const,
    [Math.max(top, 0), Math.min(bottom, innerHeight)] as const,
  ];
  const isSeen = [0.1, 0.5, 0.9].some((share) => {
    const at = ([from, to]: readonly [number, number]) => from + (to - from) * share;
    const seen = document.elementFromPoint(at(sideways), at(downwards));
    return seen !== null && (shown.contains(seen) || seen.contains(shown));
  });
  if (!isSeen) return `${name} is hidden by something else`;
  // An editor or a list has the ring around all of it.
  const around: Element[] = [];
  for (let part: Element | null = shown; part !== null && around.length < 5; part = part.parentElement)
    around.push(part);
  const isMarked = [...around, ...shown.querySelectorAll("*")].some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
  });
  return isMarked ? undefined : `${name} has no ring`;
}
