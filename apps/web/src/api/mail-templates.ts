import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ownWords } from "../messages/server-words.ts";
import { asAdministrator } from "./identity.ts";
import type { Like } from "./like.ts";

/** A kind of mail, as administrators edit it. */
export interface MailTemplate {
  readonly kind: string;
  readonly group: "authentication" | "notification";
  /** When it is sent. */
  readonly occasion: string;
  readonly enabled: boolean;
  readonly languages: readonly string[];
  readonly variables: readonly { readonly name: string; readonly doc: string }[];
  /** The settings that change it. */
  readonly fields: Readonly<Record<string, string>>;
}

const TEMPLATES_LIKE: Like<readonly MailTemplate[]> = [
  {
    kind: "",
    group: "authentication",
    occasion: "",
    languages: [""],
    variables: [{ name: "", doc: "" }],
    fields: {},
  },
];

export const mailTemplatesQuery = queryOptions({
  queryKey: ["mail-templates"],
  queryFn: async ({ signal }) => {
    const templates = await asAdministrator<readonly MailTemplate[]>("admin/mail-templates", {
      signal,
      like: TEMPLATES_LIKE,
    });
    return Promise.all(templates.map(inOwnWords));
  },
});

/** What somebody has typed so far; what is absent is as it is in force. */
export interface TypedTemplate {
  readonly subject?: string;
  readonly content?: string;
}

interface WrittenMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface TemplateFault {
  readonly part: "subject" | "content";
  readonly message: string;
}

/** The mail, or why it cannot be written. */
export interface MailPreview {
  readonly mail: WrittenMail | null;
  readonly faults: readonly TemplateFault[];
}

export function mailPreviewQuery(kind: string, typed: TypedTemplate) {
  return queryOptions({
    queryKey: ["mail-templates", kind, typed],
    queryFn: async ({ signal }): Promise<MailPreview> => {
      const path = `admin/mail-templates/${kind}/preview`;
      const { mail, faults } = await asAdministrator<MailPreview>(path, {
        method: "POST",
        body: typed,
        signal,
        like: { faults: [{ part: "subject", message: "" }] },
      });
      const own = faults.map(async ({ part, message }) => ({ part, message: await ownWords(message) }));
      return { mail, faults: await Promise.all(own) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Sends a mail as it is typed to the administrator's own address. @returns where it went */
export async function sendTestMail(kind: string, typed: TypedTemplate): Promise<string> {
  const path = `admin/mail-templates/${kind}/test`;
  return (await asAdministrator<{ readonly to: string }>(path, { method: "POST", body: typed, like: { to: "" } })).to;
}

async function inOwnWords(template: MailTemplate): Promise<MailTemplate> {
  const variables = template.variables.map(async ({ name, doc }) => ({ name, doc: await ownWords(doc) }));
  return { ...template, occasion: await ownWords(template.occasion), variables: await Promise.all(variables) };
}

/** How the mail server took a mail. */
export interface MailTrial {
  readonly to: string;
  /** Why it did not; empty when it did. */
  readonly failure: string;
  readonly transcript: readonly { readonly from: "client" | "server"; readonly text: string }[];
}

/** Sends the administrator a mail through the server that is saved. */
export function tryMailServer(): Promise<MailTrial> {
  return asAdministrator<MailTrial>("admin/mail-server/try", { method: "POST", like: { failure: "", transcript: [] } });
}
