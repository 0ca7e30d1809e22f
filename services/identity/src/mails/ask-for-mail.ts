import type { Kysely } from "kysely";
import { normalizeEmail, tryNormalizeEmail } from "../addresses/email.ts";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import { beginFlow, type CodeChallenge } from "../flows/flow-state.ts";
import { mailingTransaction } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { SignInMethod } from "../sessions/start-session.ts";
import { recordPasswordlessRequest } from "../users/proven-user.ts";
import { findUserByEmail, lockUser, type StoredUser } from "../users/stored-user.ts";
import type { LinkMailKind } from "./link-mails.ts";
import { claimMail, type IntervalKind } from "./mail-interval.ts";
import { queueLinkMail } from "./queue-link-mail.ts";

/** Somebody asks for a mail to an address. */
export interface MailRequest {
  readonly email: string;
  readonly audience: string;
  readonly redirectTo: string;
  readonly codeChallenge: CodeChallenge | undefined;
  /** The request is a passwordless sign-in: the caller did not choose the password of an unconfirmed user. */
  readonly isPasswordless?: boolean;
  readonly origin: RequestOrigin;
}

/** What each mail that anybody may ask for needs. */
const MAILS = {
  confirmation: {
    interval: "confirmation",
    method: "email/signup",
    action: "user_confirmation_requested",
    isFor: (user: StoredUser) => user.email_confirmed_at === null,
  },
  recovery: {
    interval: "recovery",
    method: "recovery",
    action: "user_recovery_requested",
    isFor: () => true,
  },
  magic_link: {
    interval: "recovery",
    method: "magiclink",
    action: "user_recovery_requested",
    isFor: () => true,
  },
} as const satisfies Partial<
  Record<
    LinkMailKind,
    {
      interval: IntervalKind;
      method: SignInMethod;
      action: AuditAction;
      isFor: (user: StoredUser) => boolean;
    }
  >
>;

/**
 * Mails a link to whoever has the address. Nobody, or nothing left to confirm: the answer is the same, and so is the
 * interval before the next mail.
 *
 * @throws IdentityError `validation_failed`, `over_email_send_rate_limit`
 */
export async function askForMail(identity: Identity, kind: keyof typeof MAILS, request: MailRequest): Promise<void> {
  const email = normalizeEmail(request.email);
  const { interval, isFor } = MAILS[kind];
  const found = await findUserByEmail(identity.db, { email, audience: request.audience });
  await mailingTransaction(identity, request.origin, async (trx) => {
    const user = found && (await lockUser(trx, found.id));
    await claimMail(identity, trx, { email, kind: interval });
    // The stored address may have a Unicode domain.
    const isCurrent = tryNormalizeEmail(user?.email ?? "") === email;
    if (user !== undefined && isCurrent && isFor(user))
      await mailLink(identity, trx, { ...request, kind, user, email });
  });
}

async function mailLink(
  identity: Identity,
  trx: Kysely<IdentityTables>,
  request: MailRequest & { readonly kind: keyof typeof MAILS; readonly user: StoredUser },
): Promise<void> {
  const { kind, user, email, redirectTo, codeChallenge, isPasswordless, origin } = request;
  const { action, method } = MAILS[kind];
  await insertAuditEntry(trx, { action, actor: user, origin }).execute();
  if (isPasswordless && !user.is_proven) await recordPasswordlessRequest(trx, user.id);
  if (codeChallenge !== undefined) await beginFlow(trx, { userId: user.id, method, codeChallenge });
  const isPkce = codeChallenge !== undefined;
  await queueLinkMail(identity, trx, { kind, user, email, redirectTo, isPkce, origin });
}
