import { texts } from "./messages.ts";

/** Browsers by the word that only they have in their name; those that imitate others come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** What people call the program of a User-Agent header; of anything but a browser, its first word. */
export function programName(userAgent: string): string | undefined {
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1];
  if (browser === undefined) return /^[^\s/()]{1,40}/.exec(userAgent)?.[0];
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return system === undefined ? browser : texts.sessions.on(browser, system);
}
