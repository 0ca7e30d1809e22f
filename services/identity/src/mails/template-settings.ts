import type { SettingDeclaration, SettingsOf } from "@vedette/settings";
import { type Static, type TBoolean, type TString, Type } from "typebox";
import { readTemplate } from "../templates/template.ts";
import { TemplateError } from "../templates/template-error.ts";
import {
  type AuthenticationKind,
  isNotification,
  MAIL_KIND_NAMES,
  MAIL_KINDS,
  type MailKind,
  type NotificationKind,
  wireName,
} from "./mail-kinds.ts";

/** Subject and content of a mail in one more language; what is absent is that of the mail itself. */
const Translation = Type.Object(
  {
    subject: Type.Optional(Type.String({ maxLength: 998 })),
    content: Type.Optional(Type.String({ maxLength: 262_144 })),
  },
  { additionalProperties: false },
);
/** By language tag, e.g. `de` or `pt-BR`. */
const Translations = Type.Record(Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$" }), Translation);

const ContentPath = Type.String({ maxLength: 2048 });
const UrlPath = Type.String({ maxLength: 1024, pattern: "^(/[^\\s?#]*)?$" });

interface PartTypes {
  readonly subject: TString;
  readonly content: TString;
  readonly content_path: TString;
  readonly languages: typeof Translations;
  readonly url_path: TString;
  readonly enabled: TBoolean;
}

type Part = keyof PartTypes;
type CommonPart = "subject" | "content" | "content_path" | "languages";
type TemplateKey<Kind extends MailKind, Name extends Part> = Kind extends NotificationKind
  ? `auth.email.notification.${Kind}.${Name}`
  : `auth.email.template.${Kind}.${Name}`;

type TemplateTable = {
  readonly [Key in TemplateKey<MailKind, "subject" | "content" | "content_path">]: SettingDeclaration<TString>;
} & { readonly [Key in TemplateKey<MailKind, "languages">]: SettingDeclaration<typeof Translations> } & {
  readonly [Key in TemplateKey<AuthenticationKind, "url_path">]: SettingDeclaration<TString>;
} & { readonly [Key in TemplateKey<NotificationKind, "enabled">]: SettingDeclaration<TBoolean> };

/** The key of a setting of a mail, e.g. `auth.email.template.invite.subject`. */
export function templateKey<Kind extends MailKind, Name extends Part>(kind: Kind, part: Name): TemplateKey<Kind, Name> {
  const section = isNotification(kind) ? "notification" : "template";
  // Proven by the line above: this is how the type is made, too.
  return `auth.email.${section}.${kind}.${part}` as TemplateKey<Kind, Name>;
}

/** Names of the fields of the configuration endpoint. */
export function templateFields(kind: MailKind): {
  subject: string;
  content: string;
  languages: string;
  enabled?: string;
} {
  const name = wireName(kind);
  return {
    subject: `mailer_subjects_${name}`,
    content: `mailer_templates_${name}_content`,
    languages: `mailer_templates_${name}_languages`,
    ...(isNotification(kind) ? { enabled: `mailer_notifications_${kind}_enabled` } : {}),
  };
}

/** What a mail says, in every form that the operator may write it. One group of settings for each kind. */
export const templateSettings: TemplateTable = declareTemplates();

export type TemplateSettings = SettingsOf<typeof templateSettings>;

function declareTemplates(): TemplateTable {
  const entries = MAIL_KIND_NAMES.flatMap((kind) => [
    ...commonSettings(kind),
    isNotification(kind) ? switchOf(kind) : urlPathOf(kind),
  ]);
  // Proven by the loop: each kind has one declaration for each of its keys.
  return Object.fromEntries(entries) as unknown as TemplateTable;
}

type Entry = readonly [string, SettingDeclaration];

function commonSettings(kind: MailKind): readonly Entry[] {
  const env = wireName(kind).toUpperCase();
  const fields = templateFields(kind);
  const place = (part: CommonPart) => templateKey(kind, part);
  return [
    [
      place("subject"),
      {
        env: `VEDETTE_MAILER_SUBJECTS_${env}`,
        field: fields.subject,
        type: templateText(kind, "subject", 998),
        default: MAIL_KINDS[kind].subject,
        doc: `Subject of the mail: ${MAIL_KINDS[kind].occasion}`,
      },
    ],
    [
      place("content"),
      {
        env: `VEDETTE_MAILER_TEMPLATES_${env}_CONTENT`,
        field: fields.content,
        type: templateText(kind, "content", 262_144),
        default: "",
        doc: "HTML of that mail, as a template. Empty: the built-in one.",
      },
    ],
    [
      place("content_path"),
      {
        env: `VEDETTE_MAILER_TEMPLATES_${env}`,
        type: ContentPath,
        default: "",
        doc: "File or http address that the HTML is read from, again after auth.email.template_max_age. The content above wins.",
      },
    ],
    [
      place("languages"),
      {
        env: `VEDETTE_MAILER_TEMPLATES_${env}_LANGUAGES`,
        field: fields.languages,
        type: translationsOf(kind),
        default: {},
        doc: "Subject and content in further languages, by language tag.",
      },
    ],
  ];
}

function urlPathOf(kind: MailKind): Entry {
  return [
    templateKey(kind, "url_path"),
    {
      env: `VEDETTE_MAILER_URLPATHS_${wireName(kind).toUpperCase()}`,
      type: UrlPath,
      default: "/verify",
      doc: "Path of the link in that mail, under the external URL.",
    },
  ];
}

function switchOf(kind: NotificationKind): Entry {
  return [
    templateKey(kind, "enabled"),
    {
      env: `VEDETTE_MAILER_NOTIFICATIONS_${kind.toUpperCase()}_ENABLED`,
      field: `mailer_notifications_${kind}_enabled`,
      type: Type.Boolean(),
      default: false,
      doc: `Mails a notice: ${MAIL_KINDS[kind].occasion}`,
    },
  ];
}

/** Text that must be a template of the kind. */
function templateText(kind: MailKind, part: "subject" | "content", maxLength: number) {
  return Type.Refine(
    Type.String({ maxLength }),
    (text) => faultOf(kind, part, text) === undefined,
    (text) => `is broken: ${faultOf(kind, part, text)}`,
  );
}

function translationsOf(kind: MailKind) {
  return Type.Refine(
    Translations,
    (translations) => translationFault(kind, translations) === undefined,
    (translations) => `is broken: ${translationFault(kind, translations)}`,
  );
}

function translationFault(kind: MailKind, translations: Static<typeof Translations>): string | undefined {
  for (const [language, translation] of Object.entries(translations)) {
    for (const part of ["subject", "content"] as const) {
      const fault = faultOf(kind, part, translation[part] ?? "");
      if (fault !== undefined) return `${language}.${part}: ${fault}`;
    }
  }
  return undefined;
}

/** What is wrong with a template, with line and column; `undefined` when it can be used. */
function faultOf(kind: MailKind, part: "subject" | "content", text: string): string | undefined {
  try {
    readMailTemplate(kind, part, text);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** @throws TemplateError */
export function readMailTemplate(kind: MailKind, part: "subject" | "content", text: string) {
  return readTemplate(text, { form: part === "subject" ? "text" : "html", names: MAIL_KINDS[kind].variables });
}
