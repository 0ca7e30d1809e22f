import type { AllowedHosts } from "@vedette/http";
import type { IdTokenDeclaration, ProviderDeclaration } from "./provider-declaration.ts";

/** A provider as it is set up now: what is known of it, and what the operator says. */
export interface Provider {
  readonly name: string;
  readonly declaration: ProviderDeclaration;
  /** The first is used; ID tokens for the others are accepted, too. */
  readonly clientIds: readonly [string, ...string[]];
  /** Empty where there is none, and the client proves itself by the code challenge alone. */
  readonly secret: string;
  readonly redirectUri: string;
  /**
   * Whether nobody else comes back to that address. Whoever lets administrators name providers needs it: at a shared one
   * a provider could bring the answer of another to a flow of its own, and learn the code (RFC 9700, 4.4).
   */
  readonly ownsRedirectUri: boolean;
  readonly hosts: { readonly auth: string; readonly api: string };
  readonly isEmailOptional: boolean;
  readonly skipsNonceCheck: boolean;
  readonly allowedHosts: AllowedHosts;
}

/** An address of the table with the hosts that are in force. */
export function addressOf({ hosts, clientIds }: Provider, address: string): string {
  return address
    .replace("{auth}", hosts.auth)
    .replace("{api}", hosts.api)
    .replace("{client_id}", encodeURIComponent(clientIds[0]));
}

/** Whether the provider may have made something that names this issuer. What it names itself decides nothing. */
export function isIssuer({ hosts }: Provider, { issuers }: IdTokenDeclaration, issuer: unknown): boolean {
  if (typeof issuer !== "string") return false;
  return typeof issuers === "function" ? issuers(issuer, hosts.auth) : issuers.includes(issuer);
}
