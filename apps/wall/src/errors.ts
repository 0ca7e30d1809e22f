/** Why a wall cannot play, for the person at the terminal. */
export const WALL_ERRORS = {
  chromium_missing: "A wall needs Chromium; on Debian: sudo apt-get install chromium",
  display_missing: "A wall needs an X session (or XWayland): start it inside one, or set DISPLAY (and XAUTHORITY)",
  folder_closed: "The wall's folder cannot be written",
  screen_taken: "Another wall keeps this screen; end that one, or choose another screen with --screen",
  screen_unknown: "There is no such screen",
} as const;

export type WallErrorCode = keyof typeof WALL_ERRORS;

/** A refusal that is safe to show. */
export class WallError extends Error {
  readonly code: WallErrorCode;

  constructor(code: WallErrorCode, options?: { cause?: unknown; detail?: string }) {
    super(options?.detail ?? WALL_ERRORS[code], { cause: options?.cause });
    this.name = "WallError";
    this.code = code;
  }
}
