import type { Kysely } from "kysely";
import { type MailPost, postMail } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { createCode, hashCode, PKCE_PREFIX } from "../one-time-tokens/code.ts";
import { putToken } from "../one-time-tokens/token-store.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { confirmationUrl, type LinkType } from "./confirmation-url.ts";
import { type LinkMailKind, linkMailForm } from "./link-mails.ts";
import { personData } from "./mail-data.ts";

/** What mails say about the person. */
export type MailedUser = Pick<StoredUser, "id" | "email" | "raw_user_meta_data">;

export interface LinkRequest {
  readonly kind: LinkMailKind;
  readonly user: MailedUser;
  /** Where the mail goes. */
  readonly email: string;
  /** An allowed address, see the redirect rules. */
  readonly redirectTo: string;
  /** The link answers with a code for whoever began the flow, not with tokens. */
  readonly isPkce: boolean;
  /** Only with a change of address. */
  readonly newEmail?: string;
  readonly origin: RequestOrigin;
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
  identity: Pick<Identity, "pepper" | "settings" | "addresses">,
  trx: Kysely<IdentityTables>,
  { kind, user, email, redirectTo, isPkce, origin }: LinkRequest,
): Promise<Link> {
  const { pepper, settings } = identity;
  const { tokenType, linkType: type, template } = linkMailForm(kind);
  const code = createCode(settings["auth.email.otp_length"]);
  const tokenHash = (isPkce ? PKCE_PREFIX : "") + hashCode(pepper, { type: tokenType, address: email }, code);
  const token = { userId: user.id, type: tokenType, hash: tokenHash, address: email };
  const madeAt = await putToken(trx, { ...token, expirySeconds: settings["auth.email.otp_expiry"] });
  return {
    madeAt,
    code,
    tokenHash,
    type,
    url: confirmationUrl(identity, { template, tokenHash, type, redirectTo, origin }),
  };
}

/**
 * Gives a user a new code and link and queues the mail that carries them, all in the caller's transaction.
 *
 * @returns when, by the database's clock
 */
export async function queueLinkMail(
  identity: Pick<Identity, "pepper" | "settings" | "addresses" | "delivery" | "hooks" | "mailTemplates">,
  trx: Kysely<IdentityTables>,
  request: LinkRequest,
): Promise<Date> {
  const { kind, user, email, newEmail, redirectTo, origin } = request;
  const link = await putLink(identity, trx, request);
  if (identity.hooks.isEnabled("send_email")) {
    postMail(trx, postOf(request, link));
    return link.madeAt;
  }
  const { template } = linkMailForm(kind);
  const mail = await identity.mailTemplates.write({
    kind: template,
    data: {
      ...personData(identity, user),
      // A new user's address may not be stored yet.
      Email: user.email || email,
      ConfirmationURL: link.url,
      RedirectTo: redirectTo,
      Token: link.code,
      TokenHash: link.tokenHash,
      ExpiresIn: inWords(identity.settings["auth.email.otp_expiry"]),
      NewEmail: newEmail,
      SendingTo: email,
    },
    acceptLanguage: origin.acceptLanguage ?? "",
  });
  await identity.delivery.queueMail(trx, { to: email, kind: template, ...mail });
  return link.madeAt;
}

/** The same mail for the hook that sends instead of this service. */
function postOf({ kind, user, email, redirectTo }: LinkRequest, { code, tokenHash, type }: Link): MailPost {
  const action = kind === "reauthentication" ? kind : type;
  const data = { email_action_type: action, token: code, token_hash: tokenHash, redirect_to: redirectTo };
  const post = { userId: user.id, to: email, data };
  if (kind === "email_change_current") return { ...post, half: "current" };
  return kind === "email_change_new" ? { ...post, half: "new" } : post;
}

function inWords(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? "one hour" : `${seconds / 3600} hours`;
  const minutes = Math.floor(seconds / 60);
  return minutes === 1 ? "one minute" : `${minutes} minutes`;
}
