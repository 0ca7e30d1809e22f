/** The part of https://www.w3.org/TR/trusted-types/ that is used here; TypeScript's own library does not know it yet. */
declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
    };
  }
}

/**
 * Lets the empty text alone become HTML, with which ECharts clears an element. The server's content security policy
 * names this policy and allows no other (https://www.w3.org/TR/trusted-types/#default-policy-hdr).
 */
export function refuseHtmlFromText(): void {
  window.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) });
}
