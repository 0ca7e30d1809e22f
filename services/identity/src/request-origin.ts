/** Where a request came from, as it is kept with sessions and in the audit log. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** Empty when the client does not say. */
  readonly userAgent: string;
}
