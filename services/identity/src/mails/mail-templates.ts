import type { Log } from "@vedette/delivery";
import { openCache, textBytes } from "@vedette/http";
import { durationMs } from "../settings/duration.ts";
import type { IdentitySettings } from "../settings.ts";
import type { Template } from "../templates/template.ts";
import { TemplateError } from "../templates/template-error.ts";
import { chooseLanguage } from "./language.ts";
import { MAIL_KIND_NAMES, MAIL_KINDS, type MailKind, type MailVariable } from "./mail-kinds.ts";
import { openTemplateFiles } from "./template-files.ts";
import { readMailTemplate, type TemplateSettings, templateKey } from "./template-settings.ts";

/** What a mail says about its occasion, by the names that templates use. Checked against the kind's list by its tests. */
export type MailData = Readonly<Partial<Record<MailVariable, unknown>>> & {
  readonly Data: Readonly<Record<string, unknown>>;
};

/** Whom a mail is written for. */
interface MailOccasion {
  readonly kind: MailKind;
  readonly data: MailData;
  /** Header of the request that caused the mail; empty when there is none. */
  readonly acceptLanguage: string;
}

export interface WrittenMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Subject and content of a mail as templates. */
export interface TemplateTexts {
  readonly subject: string;
  readonly content: string;
}

/** Writes mails by the templates that are in force. */
export interface MailTemplates {
  /** The templates in force, in a language where one is named. */
  textsOf(kind: MailKind, language?: string): TemplateTexts;
  /** The further languages of a kind. */
  languagesOf(kind: MailKind): readonly string[];
  write(occasion: MailOccasion): Promise<WrittenMail>;
}

/** Memory of a parsed template per byte of its text. */
const PARSED_PER_TEXT = 4;

interface Parsed {
  /** `undefined` for a broken one. */
  readonly template: Template | undefined;
}

/** Reads what lies in files or at addresses; later it follows them and the settings by itself. */
export async function openMailTemplates(
  settings: TemplateSettings & Pick<IdentitySettings, "auth.email.template_max_age">,
  log: Pick<Log, "warn"> | undefined,
): Promise<MailTemplates> {
  const files = openTemplateFiles(() => durationMs(settings["auth.email.template_max_age"]), log);
  const paths = MAIL_KIND_NAMES.map((kind) => settings[templateKey(kind, "content_path")]).filter(
    (path) => path !== "",
  );
  await files.preload(paths);
  const parsed = openCache<string, Parsed>("mail_templates", { sizeOf: (_, key) => PARSED_PER_TEXT * textBytes(key) });

  /** A template from a file may be broken; one that was saved is not. */
  const readOrWarn = (kind: MailKind, part: keyof TemplateTexts, text: string): Template | undefined => {
    const key = `${kind} ${part} ${text}`;
    const known = parsed.get(key);
    if (known !== undefined) return known.template;
    let template: Template | undefined;
    try {
      template = readMailTemplate(kind, part, text);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const reason = error.message;
      log?.warn({ kind, reason }, "the template of a mail is broken; the built-in one is used");
    }
    parsed.set(key, { template });
    return template;
  };

  const textsOf = (kind: MailKind, language?: string): TemplateTexts => {
    const translation = language === undefined ? undefined : settings[templateKey(kind, "languages")][language];
    const path = settings[templateKey(kind, "content_path")];
    return {
      subject: translation?.subject || settings[templateKey(kind, "subject")],
      content:
        translation?.content ||
        settings[templateKey(kind, "content")] ||
        (path === "" ? undefined : files.textOf(path)) ||
        MAIL_KINDS[kind].content,
    };
  };

  const languagesOf = (kind: MailKind) => Object.keys(settings[templateKey(kind, "languages")]);

  return {
    textsOf,
    languagesOf,
    async write({ kind, data, acceptLanguage }) {
      const texts = textsOf(kind, chooseLanguage(languagesOf(kind), { data: data.Data, acceptLanguage }));
      const subject = readOrWarn(kind, "subject", texts.subject) ?? builtIn(kind, "subject");
      const content = readOrWarn(kind, "content", texts.content) ?? builtIn(kind, "content");
      return fill({ subject, content }, data);
    },
  };
}

function builtIn(kind: MailKind, part: keyof TemplateTexts): Template {
  return readMailTemplate(kind, part, MAIL_KINDS[kind][part]);
}

/**
 * Fills given templates instead of those in force.
 *
 * @throws TemplateError
 */
export function fillTexts(kind: MailKind, texts: TemplateTexts, data: MailData): Promise<WrittenMail> {
  const subject = readMailTemplate(kind, "subject", texts.subject);
  return fill({ subject, content: readMailTemplate(kind, "content", texts.content) }, data);
}

const MAX_SUBJECT_LENGTH = 250;
const MAX_MAIL_LENGTH = 1_000_000;

async function fill(
  { subject, content }: { subject: Template; content: Template },
  data: MailData,
): Promise<WrittenMail> {
  // A file may be as long as a mail already.
  const html = content.render(data).slice(0, MAX_MAIL_LENGTH);
  const text = (await textOfHtml(html)).slice(0, MAX_MAIL_LENGTH);
  return { subject: oneLine(subject.render(data)), html, text };
}

/** A subject is one line, whatever somebody is called. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_SUBJECT_LENGTH);
}

/** The part of a mail for programs that show no HTML: the same words, and each link behind the words that lead to it. */
async function textOfHtml(html: string): Promise<string> {
  const { convert } = await import("html-to-text");
  return convert(html, {
    wordwrap: false,
    limits: { maxDepth: 100, maxInputLength: 1_048_576 },
    selectors: [
      { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: "img", format: "skip" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}
