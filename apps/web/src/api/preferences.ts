import { recall, remember } from "../browser-memory.ts";
import { keepZone, type ZoneChoice } from "../dashboards/kept-zone.ts";
import { setSingleKeys } from "../frame/single-keys.ts";
import { keepLanguage, keptLanguage, type Language } from "../messages/language.ts";
import { chooseDensity, type Density } from "../theme/density.ts";
import { setPatterns } from "../theme/patterns.ts";
import { chooseTheme, type ThemeChoice } from "../theme/theme.ts";
import { request } from "./request.ts";

/** What somebody chose about their pages, in whatever browser. */
export interface Choices {
  readonly theme?: ThemeChoice;
  readonly density?: Density;
  readonly language?: Language;
  readonly timezone?: ZoneChoice;
  readonly patterns?: boolean;
  readonly singleKeys?: boolean;
}

export interface Preferences extends Choices {
  /** Notices that were put away and steps that were looked at. */
  readonly seen: readonly string[];
}

/** What is `seen` is added to what was. */
export function changePreferences(change: Partial<Preferences>): Promise<Preferences> {
  return request("/api/user/preferences", { method: "PATCH", body: change, like: { seen: [] }, signedOut: "throw" });
}

let isFollowing = false;
let isInOtherLanguage = false;

/**
 * Makes this browser look as the person chose in another. What they chose in this one stays until then, also where
 * the server could not be told of it.
 *
 * @param uid - of the person: several may use the browser
 */
export function followPreferences(uid: string, { seen: _, ...choices }: Preferences): void {
  const isFirst = !isFollowing;
  isFollowing = true;
  const key = `vedette.followed.${uid}`;
  const text = JSON.stringify(choices);
  if (recall(key) === text) return;
  remember(key, text);
  const { theme, density, language, timezone, patterns, singleKeys } = choices;
  if (theme !== undefined) chooseTheme(theme);
  if (density !== undefined) chooseDensity(density);
  if (timezone !== undefined) keepZone(timezone);
  if (patterns !== undefined) setPatterns(patterns);
  if (singleKeys !== undefined) setSingleKeys(singleKeys);
  if (language === undefined || language === keptLanguage()) return;
  keepLanguage(language);
  // Only as the pages are opened, and where the browser keeps it: nobody loses what they are at, nor loads for ever.
  isInOtherLanguage = isFirst && keptLanguage() === language;
}

/** Loads the page again when its texts turned out to be in another language than the person's, which is told once. */
export function showInOwnLanguage(): void {
  if (!isInOtherLanguage) return;
  isInOtherLanguage = false;
  window.location.reload();
}
