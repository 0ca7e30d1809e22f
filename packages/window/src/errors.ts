/** Every failure of the library that a program can tell apart by `code`. */
export const WINDOW_ERRORS = {
  ERR_NO_DISPLAY: "There is no display: start inside an X session (or XWayland) with DISPLAY set, or inside Electron.",
  ERR_NO_WINDOW: "No such window.",
  ERR_NOT_SUPPORTED: "This backend cannot adopt windows of other programs.",
} as const;

export type WindowErrorCode = keyof typeof WINDOW_ERRORS;

/** A refusal that is safe to show. */
export class WindowError extends Error {
  readonly code: WindowErrorCode;

  constructor(code: WindowErrorCode, options?: { cause?: unknown; detail?: string }) {
    super(options?.detail ?? WINDOW_ERRORS[code], { cause: options?.cause });
    this.name = "WindowError";
    this.code = code;
  }
}
