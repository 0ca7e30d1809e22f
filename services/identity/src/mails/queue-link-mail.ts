import type { Kysely } from "kysely";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { createCode, hashCode, PKCE_PREFIX } from "../one-time-tokens/code.ts";
import { putToken } from "../one-time-tokens/token-store.ts";
import { confirmationUrl, type LinkType } from "./confirmation-url.ts";
import { type LinkMailKind, linkMailForm, writeLinkMail } from "./link-mails.ts";

export interface LinkRequest {
  readonly kind: LinkMailKind;
  readonly userId: string;
  /** Where the mail goes. */
  readonly email: string;
  /** An allowed address, see the redirect rules. */
  readonly redirectTo: string;
  /** The link answers with a code for whoever began the flow, not with tokens. */
  readonly isPkce: boolean;
  /** Only with a change of address. */
  readonly newEmail?: string;
}

/** What a link mail carries, also for administrators who hand it over themselves. */
export interface Link {
  /** By the database's clock. */
  readonly madeAt: Date;
  readonly code: string;
  readonly tokenHash: string;
  readonly type: LinkType;
  readonly url: string;
}

/** Gives a user a new code and link; older ones of the kind are dead from now on. Nothing is sent. */
export async function putLink(
  { pepper, settings, addresses }: Pick<Identity, "pepper" | "settings" | "addresses">,
  trx: Kysely<IdentityTables>,
  { kind, userId, email, redirectTo, isPkce }: LinkRequest,
): Promise<Link> {
  const { tokenType, linkType: type } = linkMailForm(kind);
  const code = createCode(settings["auth.email.otp_length"]);
  const tokenHash = (isPkce ? PKCE_PREFIX : "") + hashCode(pepper, { type: tokenType, address: email }, code);
  const madeAt = await putToken(trx, { userId, type: tokenType, hash: tokenHash, address: email });
  return {
    madeAt,
    code,
    tokenHash,
    type,
    url: confirmationUrl(addresses.externalUrl, { tokenHash, type, redirectTo }),
  };
}

/**
 * Gives a user a new code and link and queues the mail that carries them, all in the caller's transaction.
 *
 * @returns when, by the database's clock
 */
export async function queueLinkMail(
  identity: Pick<Identity, "pepper" | "settings" | "addresses" | "delivery">,
  trx: Kysely<IdentityTables>,
  request: LinkRequest,
): Promise<Date> {
  const { kind, email, newEmail = email } = request;
  const { madeAt, code, url } = await putLink(identity, trx, request);
  const mail = writeLinkMail(kind, {
    facts: { site: new URL(identity.addresses.siteUrl).host, newEmail },
    url,
    code,
    expirySeconds: identity.settings["auth.email.otp_expiry"],
  });
  await identity.delivery.queueMail(trx, { to: email, kind: linkMailForm(kind).template, ...mail });
  return madeAt;
}
