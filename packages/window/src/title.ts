/** Longer ones no window manager shows, and every one copies. */
const MAX_LENGTH = 1024;

/** A title as it goes to the window system: without control characters, and not without end. */
export function plainTitle(text: string): string {
  return text
    .replace(/\p{Cc}/gu, "")
    .slice(0, MAX_LENGTH)
    .toWellFormed();
}
