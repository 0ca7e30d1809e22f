import { expect, vi } from "vitest";
import { call, cookieOf } from "./call.ts";
import type { RunningVedette } from "./running-server.ts";

export const PASSWORD = "correct horse battery";

/** Long enough for a queue on a busy machine. */
const MAIL_TIMEOUT_MS = 30_000;

/** A mail of the built-in inbox, with the link that it asks to open. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: URL;
}

/** What is behind the `#code=` of the set-up link. */
export function setUpCodeOf({ keys }: RunningVedette): string {
  return keys.setup_url?.split("#code=")[1] ?? "";
}

/** Follows the set-up link. @returns the cookie of the first administrator */
export async function becomeAdministrator(vedette: RunningVedette, email = "ada@example.com"): Promise<string> {
  const body = { code: setUpCodeOf(vedette), email, password: PASSWORD, name: "Ada" };
  const answer = await call(`${vedette.url}/api/setup`, { body });
  expect(answer.status, answer.text).toBe(200);
  return cookieOf(answer);
}

/** Makes somebody whose address counts as confirmed. @returns their id */
export async function addPerson({ url, keys }: RunningVedette, email: string): Promise<string> {
  const answer = await call<{ id: string }>(`${url}/auth/v1/admin/users`, {
    bearer: keys.secret_key,
    body: { email, password: PASSWORD, email_confirm: true },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

/** What somebody who signed in holds. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export async function signIn({ url }: Pick<RunningVedette, "url">, email: string): Promise<Tokens> {
  const answer = await call<Tokens>(`${url}/auth/v1/token?grant_type=password`, {
    body: { email, password: PASSWORD },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** The newest mail to an address, once it has passed the queue. */
export function mailTo({ url, keys }: RunningVedette, address: string): Promise<ReceivedMail> {
  const bearer = keys.secret_key;
  return vi.waitFor(
    async () => {
      const inbox = await call<{ mails: { id: string; to: string }[] }>(`${url}/api/inbox`, { bearer });
      const head = inbox.body.mails.find(({ to }) => to === address);
      if (head === undefined) throw new Error(`No mail to ${address} yet`);
      const { body } = await call<Omit<ReceivedMail, "link">>(`${url}/api/inbox/${head.id}`, { bearer });
      return { ...body, link: new URL(/https?:\/\/\S+\/verify\?\S+/.exec(body.text)?.[0] ?? "none:") };
    },
    { timeout: MAIL_TIMEOUT_MS, interval: 100 },
  );
}

/** Opens the link of a mail. @returns where it leads, and what stands behind the `#` there */
export async function openLink(link: URL): Promise<{ page: URL; fragment: URLSearchParams }> {
  const answer = await call(link);
  expect(answer.status, answer.text).toBe(303);
  const page = new URL(answer.headers.get("location") ?? "");
  return { page, fragment: new URLSearchParams(page.hash.slice(1)) };
}
