/** Where a request came from, its address and program as they are kept with sessions and in the audit log. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** Empty when the client does not say. */
  readonly userAgent: string;
  /** The request as its answer names it; absent where no request caused something. */
  readonly requestId?: string;
  /** The languages that the browser asks for; absent where no request caused something. */
  readonly acceptLanguage?: string;
  /** The host that a proxy says it was asked for. Worth nothing unless the operator has listed it. */
  readonly forwardedHost?: string;
  /** SHA-256 of the cookie of the browser that starts a session; absent for other clients and other requests. */
  readonly browserHash?: Uint8Array;
}
