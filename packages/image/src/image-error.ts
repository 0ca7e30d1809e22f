/** Everything that can go wrong in the calls that give a Promise, and with native handles. */
export const IMAGE_ERRORS = {
  ERR_IMAGE_NOT_IMPLEMENTED: "Not implemented: there is no native image behind this one.",
  ERR_IMAGE_NOT_FOUND: "There is no readable file at this path.",
  ERR_IMAGE_UNSUPPORTED_FORMAT: "This is not a picture format that can be read or written here.",
  ERR_IMAGE_DECODE: "The picture is damaged or incomplete.",
  ERR_IMAGE_TOO_LARGE: "The picture is larger than the limit.",
  ERR_IMAGE_ENCODE: "The picture could not be encoded.",
} as const;

export type ImageErrorCode = keyof typeof IMAGE_ERRORS;

/** A refusal with a stable `code`. The message is safe to show: it names no path but the caller's own. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, options: { readonly message?: string; readonly cause?: unknown } = {}) {
    super(options.message ?? IMAGE_ERRORS[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ImageError";
    this.code = code;
  }
}
