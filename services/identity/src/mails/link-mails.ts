import type { OneTimeTokenType } from "../one-time-tokens/code.ts";
import type { LinkType } from "./confirmation-url.ts";
import { drawLinkMail } from "./mail-layout.ts";

/** What a mail can say about the occasion. */
export interface MailFacts {
  /** Host of the site. */
  readonly site: string;
  /** The address that is to take the place of the old one. */
  readonly newEmail: string;
}

interface LinkMailForm {
  /** What delivery and templates call it. */
  readonly template: "confirmation" | "invite" | "recovery" | "magic_link" | "email_change" | "reauthentication";
  /** What the link tells `/verify`. */
  readonly linkType: LinkType;
  readonly tokenType: OneTimeTokenType;
  readonly subject: string;
  readonly heading: string;
  readonly text: (facts: MailFacts) => string;
  /** Empty for a mail that carries a code and no link. */
  readonly button: string;
  readonly closing: string;
}

/** The mails that carry a link, in the house's own words. */
const FORMS = {
  confirmation: {
    template: "confirmation",
    linkType: "signup",
    tokenType: "confirmation_token",
    subject: "Confirm your email address",
    heading: "One more step",
    text: ({ site }) => `Somebody, most likely you, signed up at ${site} with this address. Confirm that it is yours.`,
    button: "Confirm the address",
    closing: "If it was not you, ignore this mail; without the confirmation nothing happens.",
  },
  invite: {
    template: "invite",
    linkType: "invite",
    tokenType: "confirmation_token",
    subject: "You've been invited",
    heading: "You are invited",
    text: ({ site }) => `You are invited to join ${site}. Accept, choose a password, and you are in.`,
    button: "Accept the invitation",
    closing: "If you do not know why you got this, ignore this mail.",
  },
  recovery: {
    template: "recovery",
    linkType: "recovery",
    tokenType: "recovery_token",
    subject: "Reset your password",
    heading: "Choose a new password",
    text: ({ site }) => `Somebody, most likely you, asked for a new password at ${site}. Open the link and choose one.`,
    button: "Choose a new password",
    closing: "If it was not you, ignore this mail; your password stays as it is.",
  },
  magic_link: {
    template: "magic_link",
    linkType: "magiclink",
    tokenType: "recovery_token",
    subject: "Your sign-in link",
    heading: "Sign in",
    text: ({ site }) => `Somebody, most likely you, wants to sign in at ${site} with this address.`,
    button: "Sign in",
    closing: "If it was not you, ignore this mail and give the code to nobody.",
  },
  email_change_current: {
    template: "email_change",
    linkType: "email_change",
    tokenType: "email_change_token_current",
    subject: "Confirm your new email address",
    heading: "Your address is about to change",
    text: ({ site, newEmail }) => `Your address at ${site} is to become ${newEmail}. Confirm that you want this.`,
    button: "Yes, change the address",
    closing: "If it was not you, do not open the link, and change your password.",
  },
  email_change_new: {
    template: "email_change",
    linkType: "email_change",
    tokenType: "email_change_token_new",
    subject: "Confirm your new email address",
    heading: "Is this your address?",
    text: ({ site }) => `Somebody, most likely you, wants to use this address at ${site}. Confirm that it is yours.`,
    button: "Confirm the address",
    closing: "If it was not you, ignore this mail; without the confirmation nothing happens.",
  },
  reauthentication: {
    template: "reauthentication",
    linkType: "magiclink",
    tokenType: "reauthentication_token",
    subject: "Your verification code",
    heading: "Is it still you?",
    text: ({ site }) => `Somebody, most likely you, wants to change something of your account at ${site}.`,
    button: "",
    closing: "If it was not you, give the code to nobody, and change your password.",
  },
} as const satisfies Readonly<Record<string, LinkMailForm>>;

export type LinkMailKind = keyof typeof FORMS;

/** Which token a mail carries, and what its link is for. */
export function linkMailForm(kind: LinkMailKind): Pick<LinkMailForm, "template" | "linkType" | "tokenType"> {
  return FORMS[kind];
}

export function writeLinkMail(
  kind: LinkMailKind,
  { facts, ...link }: { facts: MailFacts; url: string; code: string; expirySeconds: number },
): { subject: string; text: string; html: string } {
  const { subject, heading, text, button, closing } = FORMS[kind];
  return drawLinkMail({ subject, heading, text: text(facts), button, closing, ...link });
}
