import type { EmailData } from "@vedette/client/hooks";
import type { Kysely } from "kysely";
import { postMail } from "../hooks/mail-posts.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { personData } from "./mail-data.ts";
import { type NotificationKind, wireName } from "./mail-kinds.ts";
import type { MailedUser } from "./queue-link-mail.ts";
import { mayWriteTo } from "./recipients.ts";
import { templateKey } from "./template-settings.ts";

/** What has changed, with what the mail says about it. */
export type Notice =
  | { readonly kind: "password_changed" }
  | { readonly kind: "email_changed"; readonly oldEmail: string }
  | { readonly kind: "phone_changed"; readonly phone: string; readonly oldPhone: string }
  | { readonly kind: "identity_linked" | "identity_unlinked"; readonly provider: string }
  | { readonly kind: "mfa_factor_enrolled" | "mfa_factor_unenrolled"; readonly factorType: string }
  | { readonly kind: "new_device"; readonly userAgent: string; readonly ipAddress: string; readonly at: Date };

/** What sending notices needs; the transactions that change something are opened by `mailingTransaction`. */
export type NoticeIdentity = Pick<Identity, "settings" | "addresses" | "delivery" | "hooks" | "mailTemplates" | "team">;

/**
 * Queues a notice in the transaction of the change that it tells of, if its kind is switched on. A change of address is
 * told to the old address. It never fails the change: somebody who cannot be written to is not.
 *
 * @param user - as it is after the change
 * @see contract of identity, 13.2: notifications
 */
export async function notify(
  identity: NoticeIdentity,
  trx: Kysely<IdentityTables>,
  { notice, user, origin }: { notice: Notice; user: MailedUser; origin: RequestOrigin },
): Promise<void> {
  const { kind } = notice;
  const to = notice.kind === "email_changed" ? notice.oldEmail : (user.email ?? "");
  if (!identity.settings[templateKey(kind, "enabled")] || to === "") return;
  if (identity.hooks.isEnabled("send_email")) {
    postMail(trx, {
      userId: user.id,
      to,
      isNotice: true,
      data: { email_action_type: actionOf(kind), ...postedOf(notice) },
    });
    return;
  }
  if (!(await mayWriteTo(identity, trx, to))) return;
  const data = { ...personData(identity, user), ...saidOf(notice) };
  const mail = await identity.mailTemplates.write({ kind, data, acceptLanguage: origin.acceptLanguage ?? "" });
  await identity.delivery.queueMail(trx, { to, kind: wireName(kind), ...mail });
}

function actionOf<Kind extends NotificationKind>(kind: Kind): `${Kind}_notification` {
  return `${kind}_notification`;
}

/** The fields of the mail hook. `provider` and `factor_type` keep to the enumerations of the spec. */
function postedOf(notice: Notice): Partial<EmailData> {
  switch (notice.kind) {
    case "email_changed":
      return { old_email: notice.oldEmail };
    case "phone_changed":
      return { old_phone: notice.oldPhone };
    case "identity_linked":
    case "identity_unlinked":
      return { provider: notice.provider === "email" ? "email" : "", identity_provider: notice.provider };
    case "mfa_factor_enrolled":
    case "mfa_factor_unenrolled":
      return { factor_type: notice.factorType === "totp" ? "totp" : "", mfa_factor_type: notice.factorType };
    case "password_changed":
    case "new_device":
      return {};
  }
}

/** What templates can name. */
function saidOf(notice: Notice) {
  switch (notice.kind) {
    case "email_changed":
      return { OldEmail: notice.oldEmail };
    case "phone_changed":
      return { Phone: notice.phone, OldPhone: notice.oldPhone };
    case "identity_linked":
    case "identity_unlinked":
      return { Provider: notice.provider };
    case "mfa_factor_enrolled":
    case "mfa_factor_unenrolled":
      return { FactorType: notice.factorType };
    case "new_device":
      return {
        UserAgent: notice.userAgent === "" ? "unknown" : notice.userAgent.slice(0, 200),
        IPAddress: notice.ipAddress === "" ? "unknown" : notice.ipAddress,
        Time: `${notice.at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
      };
    case "password_changed":
      return {};
  }
}
