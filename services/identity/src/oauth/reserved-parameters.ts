/** Parameters of an authorization request that are this service's own, and such as could replace them. */
const RESERVED: ReadonlySet<string> = new Set([
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "response_mode",
  "request",
  "request_uri",
  "state",
  "scope",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "oauth_token",
]);

/** Whether neither applications nor administrators may set a parameter; names are compared as a careless server might. */
export function isReservedParameter(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}
