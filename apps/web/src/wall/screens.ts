import { recallList, remember } from "../browser-memory.ts";

/** One screen of the machine. @see Window Management, W3C */
export interface ScreenDetailed {
  readonly label: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface WindowManagement {
  getScreenDetails(): Promise<{ readonly screens: readonly ScreenDetailed[] }>;
}

const KEPT = "vedette.wall.screens";

/** Whether this browser lets pages choose screens at all, on a machine that has several. */
export function canChooseScreens(): boolean {
  return hasWindowManagement(window) && "isExtended" in screen && screen.isExtended === true;
}

/** Asks the person for their permission where they have not said yet. @throws DOMException when they refuse */
export async function askScreens(): Promise<readonly ScreenDetailed[]> {
  if (!hasWindowManagement(window)) return [];
  return [...(await window.getScreenDetails()).screens];
}

/** What people know a screen by; without a name of its own by its place. */
export function screenKey({ label, left, top, width, height }: ScreenDetailed): string {
  return `${label} ${width}×${height} (${left}, ${top})`.trim();
}

/** The screens that were chosen before where these, and no others, were there. */
export function rememberedScreens(screens: readonly ScreenDetailed[]): readonly string[] {
  return recallList(keyOf(screens)).filter((one) => typeof one === "string");
}

/** Fills the first screen with this page, and opens a window on each of the others. @returns how many the browser kept back */
export async function fillScreens(
  screens: readonly ScreenDetailed[],
  chosen: readonly ScreenDetailed[],
): Promise<number> {
  remember(keyOf(screens), JSON.stringify(chosen.map(screenKey)));
  const [first, ...others] = chosen;
  if (first === undefined) return 0;
  const options: FullscreenOptions & { readonly screen: ScreenDetailed } = { navigationUI: "hide", screen: first };
  await document.documentElement.requestFullscreen(options);
  const opened = others.map(({ left, top, width, height }) =>
    window.open(
      window.location.href,
      `vedette-wall-${left}-${top}`,
      `popup,left=${left},top=${top},width=${width},height=${height}`,
    ),
  );
  return opened.filter((one) => one === null).length;
}

function keyOf(screens: readonly ScreenDetailed[]): string {
  return `${KEPT}:${screens.map(screenKey).toSorted().join("|")}`;
}

function hasWindowManagement(page: Window): page is Window & WindowManagement {
  return "getScreenDetails" in page;
}
