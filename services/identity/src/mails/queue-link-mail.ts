import type { Kysely } from "kysely";
import { type MailPost, postMail } from "../hooks/mail-posts.ts";
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
  identity: Pick<Identity, "pepper" | "settings" | "addresses" | "delivery" | "hooks">,
  trx: Kysely<IdentityTables>,
  request: LinkRequest,
): Promise<Date> {
  const { kind, email, newEmail = email } = request;
  const link = await putLink(identity, trx, request);
  const { madeAt, code, url } = link;
  if (identity.hooks.isEnabled("send_email")) {
    postMail(trx, postOf(request, link));
    return madeAt;
  }
  const mail = writeLinkMail(kind, {
    facts: { site: new URL(identity.addresses.siteUrl).host, newEmail },
    url,
    code,
    expirySeconds: identity.settings["auth.email.otp_expiry"],
  });
  await identity.delivery.queueMail(trx, { to: email, kind: linkMailForm(kind).template, ...mail });
  return madeAt;
}

/** The same mail for the hook that sends instead of this service. */
function postOf({ kind, userId, email, redirectTo }: LinkRequest, { code, tokenHash, type }: Link): MailPost {
  const action = kind === "reauthentication" ? kind : type;
  const data = { email_action_type: action, token: code, token_hash: tokenHash, redirect_to: redirectTo };
  const post = { userId, to: email, data };
  if (kind === "email_change_current") return { ...post, half: "current" };
  return kind === "email_change_new" ? { ...post, half: "new" } : post;
}
