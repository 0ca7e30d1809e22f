import { translated } from "../messages/translated.ts";

/** Every text of walls, in English; other languages stand in `messages/`. */
export const wallMessages = translated("wall", {
  toolbar: "Playlist",
  previous: "Previous dashboard",
  next: "Next dashboard",
  following: (title: string) => `Next: ${title}`,
  pause: "Pause",
  play: "Go on",
  fullScreen: "Full screen",
  stop: "Stop playlist",
  empty: "This playlist shows nothing yet. Add dashboards to it, or give dashboards its tag.",
  resting: "Nothing stands in the schedule for now. The playlist goes on by itself.",
  unknown: (name: string) =>
    `There is no playlist “${name}” here, or this screen may not see it. It is looked for again by itself.`,
  skipped: "The next dashboard follows in a moment.",
  disconnected: (time: string) => `Disconnected since ${time}; what is shown may be old`,
  signedOut:
    "This screen is signed out; what is shown may be old. Sign in on another screen, then load this page again.",
} as const);
