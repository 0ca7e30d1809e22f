import type { ClockDifference } from "../control/use-clock-difference.ts";
import { translated } from "../messages/translated.ts";

/** Every text of walls, in English; other languages stand in `messages/`. */
export const wallMessages = translated("wall", {
  toolbar: "Playlist",
  previous: "Previous dashboard",
  next: "Next dashboard",
  place: (at: number, count: number, { page, pages }: { readonly page: number; readonly pages: number }) =>
    pages === 1 ? `${at} / ${count}` : `${at} / ${count}, page ${page} of ${pages}`,
  held: "Paused",
  following: (title: string) => `Next: ${title}`,
  pause: "Pause",
  play: "Go on",
  fullScreen: "Full screen",
  screens: "Choose screens",
  screensSubmit: "Fill them",
  screensHint: "One screen is filled at once. On the others a window opens, which a press on it fills.",
  screensRefused: "The browser does not tell of its screens. Allow window management for this address.",
  screensKeptBack: (count: number) =>
    `The browser kept ${count} ${count === 1 ? "window" : "windows"} back. Allow pop-ups for this address and try again.`,
  stop: "Stop playlist",
  empty: "This playlist shows nothing yet. Add dashboards to it, or give dashboards its tag.",
  resting: "Nothing stands in the schedule for now. The playlist goes on by itself.",
  unknown: (name: string) =>
    `There is no playlist “${name}” here, or this screen may not see it. It is looked for again by itself.`,
  refused: "This dashboard is not there, or this screen may not see it.",
  bare: "This dashboard has no panels.",
  skipped: "The next dashboard follows in a moment.",
  offline: (time: string) => `Offline since the server's last answer at ${time}; what is shown may be old`,
  clock: ({ by, isBehind }: ClockDifference) => `Clock ${by} ${isBehind ? "behind" : "ahead"}`,
  signedOut: "This screen is signed out; what is shown may be old. Sign in in another tab of this browser.",
} as const);
