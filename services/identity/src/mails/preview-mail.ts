import type { Kysely } from "kysely";
import { normalizeEmail } from "../addresses/email.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables, Metadata } from "../identity-tables.ts";
import { limitMail } from "../limits/limit-mails.ts";
import { TemplateError } from "../templates/template-error.ts";
import { isNotification, MAIL_KIND_NAMES, MAIL_KINDS, MAIL_VARIABLES, type MailKind, wireName } from "./mail-kinds.ts";
import { fillTexts, type MailData, type TemplateTexts, type WrittenMail } from "./mail-templates.ts";
import { requireRecipient } from "./recipients.ts";
import { readMailTemplate, templateFields, templateKey } from "./template-settings.ts";

/** A kind of mail as administrators see and edit it. */
export interface MailTemplateAnswer {
  readonly kind: MailKind;
  readonly group: "authentication" | "notification";
  readonly occasion: string;
  /** Whether such mails are sent; only notifications can be switched. */
  readonly enabled: boolean;
  /** The templates in force. */
  readonly subject: string;
  readonly content: string;
  /** The house's own, to go back to. */
  readonly default_subject: string;
  readonly default_content: string;
  readonly languages: readonly string[];
  /** What templates of this kind may name. */
  readonly variables: readonly { readonly name: string; readonly doc: string }[];
  /** The fields of the configuration endpoint that change it. */
  readonly fields: ReturnType<typeof templateFields>;
}

export function listMailTemplates(identity: Pick<Identity, "settings" | "mailTemplates">): MailTemplateAnswer[] {
  return MAIL_KIND_NAMES.map((kind) => describeMailTemplate(identity, kind));
}

export function describeMailTemplate(
  { settings, mailTemplates }: Pick<Identity, "settings" | "mailTemplates">,
  kind: MailKind,
): MailTemplateAnswer {
  const { group, occasion, variables, subject, content } = MAIL_KINDS[kind];
  return {
    kind,
    group,
    occasion,
    enabled: !isNotification(kind) || settings[templateKey(kind, "enabled")],
    ...mailTemplates.textsOf(kind),
    default_subject: subject,
    default_content: content,
    languages: mailTemplates.languagesOf(kind),
    variables: variables.map((name) => ({ name: `.${name}`, doc: MAIL_VARIABLES[name] })),
    fields: templateFields(kind),
  };
}

/** What an administrator wants to see; what is absent is as it is in force. */
export interface MailPreview {
  readonly kind: MailKind;
  readonly subject: string | undefined;
  readonly content: string | undefined;
  readonly language: string | undefined;
  /** Stands for the metadata of the person. */
  readonly data: Metadata | undefined;
}

/** Where a template is broken. */
interface TemplateFault {
  readonly part: "subject" | "content";
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type PreviewAnswer =
  | { readonly mail: WrittenMail; readonly faults: readonly [] }
  | { readonly mail: null; readonly faults: readonly TemplateFault[] };

/** Writes a mail with sample data. Its link and its code open nothing. */
export async function previewMail(
  identity: Pick<Identity, "settings" | "addresses" | "mailTemplates">,
  preview: MailPreview,
): Promise<PreviewAnswer> {
  const { kind, language } = preview;
  const inForce = identity.mailTemplates.textsOf(kind, language);
  const texts = { subject: preview.subject ?? inForce.subject, content: preview.content ?? inForce.content };
  const faults = (["subject", "content"] as const).flatMap((part) => faultOf(kind, part, texts));
  if (faults.length > 0) return { mail: null, faults };
  return { mail: await fillTexts(kind, texts, sampleData(identity, preview)), faults: [] };
}

function faultOf(kind: MailKind, part: keyof TemplateTexts, texts: TemplateTexts): readonly TemplateFault[] {
  try {
    readMailTemplate(kind, part, texts[part]);
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { line, column, message } = error;
    return [{ part, line, column, message }];
  }
}

function sampleData(
  { addresses, settings }: Pick<Identity, "settings" | "addresses">,
  { kind, data = { name: "Ada Lovelace" } }: MailPreview,
): MailData {
  const { siteUrl, externalUrl } = addresses;
  const TokenHash = "sample-of-a-token-hash00";
  return {
    SiteURL: siteUrl,
    SiteHost: new URL(siteUrl).host,
    Email: "ada@example.com",
    Data: data,
    ConfirmationURL: `${externalUrl}/verify?token=${TokenHash}&type=signup&redirect_to=${siteUrl}`,
    RedirectTo: siteUrl,
    TokenHash,
    Token: "123456".padEnd(settings["auth.email.otp_length"], "0"),
    ExpiresIn: "one hour",
    NewEmail: "ada@new.example.com",
    SendingTo: kind === "email_change" ? "ada@new.example.com" : "ada@example.com",
    OldEmail: "ada@old.example.com",
    Phone: "4930123456",
    OldPhone: "4930654321",
    Provider: "google",
    FactorType: "totp",
    UserAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
    IPAddress: "198.51.100.7",
    Time: "2026-05-12 18:42 UTC",
  };
}

/**
 * Sends a preview, so that it can be seen in a real mail program.
 *
 * @throws IdentityError `validation_failed` naming the place of a fault, `email_address_not_authorized`,
 *   `over_email_send_rate_limit`
 */
export async function sendPreview(identity: Identity, preview: MailPreview & { readonly to: string }): Promise<void> {
  const to = normalizeEmail(preview.to);
  const { mail, faults } = await previewMail(identity, preview);
  if (mail === null) {
    const message = faults.map((fault) => `${fault.part}: ${fault.message}`).join("; ");
    throw new IdentityError("validation_failed", { message });
  }
  await identity.db.transaction().execute(async (trx: Kysely<IdentityTables>) => {
    await requireRecipient(identity, trx, to);
    await limitMail(identity, trx);
    await identity.delivery.queueMail(trx, { to, kind: wireName(preview.kind), ...mail });
  });
}
