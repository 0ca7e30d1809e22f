import type { OneTimeTokenType } from "../one-time-tokens/code.ts";
import type { LinkType } from "./confirmation-url.ts";
import type { AuthenticationKind } from "./mail-kinds.ts";

interface LinkMailForm {
  /** By which template it is written. */
  readonly template: AuthenticationKind;
  /** What the link tells `/verify`. */
  readonly linkType: LinkType;
  readonly tokenType: OneTimeTokenType;
}

/** The mails that carry a code, and mostly a link. The two mails of a change of address share a template. */
const FORMS = {
  confirmation: { template: "confirmation", linkType: "signup", tokenType: "confirmation_token" },
  invite: { template: "invite", linkType: "invite", tokenType: "confirmation_token" },
  recovery: { template: "recovery", linkType: "recovery", tokenType: "recovery_token" },
  magic_link: { template: "magic_link", linkType: "magiclink", tokenType: "recovery_token" },
  email_change_current: {
    template: "email_change",
    linkType: "email_change",
    tokenType: "email_change_token_current",
  },
  email_change_new: { template: "email_change", linkType: "email_change", tokenType: "email_change_token_new" },
  reauthentication: { template: "reauthentication", linkType: "magiclink", tokenType: "reauthentication_token" },
} as const satisfies Readonly<Record<string, LinkMailForm>>;

export type LinkMailKind = keyof typeof FORMS;

/** Which token a mail carries, what its link is for, and which template writes it. */
export function linkMailForm(kind: LinkMailKind): LinkMailForm {
  return FORMS[kind];
}
