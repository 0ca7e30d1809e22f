/** The WebAuthn library with its first use: it is 300 files that a start can do without. */
export function loadWebAuthn(): Promise<typeof import("@simplewebauthn/server")> {
  return import("@simplewebauthn/server");
}
