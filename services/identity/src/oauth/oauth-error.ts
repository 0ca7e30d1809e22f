/** A refusal in the form of RFC 6749, 5.2: what `/token` answers where a standard says how. Safe to show. */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;

  constructor(error: string, description: string, options: { status?: number; cause?: unknown } = {}) {
    super(description, { cause: options.cause });
    this.name = "OAuthError";
    this.error = error;
    this.status = options.status ?? 400;
  }
}
