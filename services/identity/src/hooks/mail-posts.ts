import { createHmac, timingSafeEqual } from "node:crypto";
import type { EmailData } from "@vedette/client/hooks";
import { repeatable } from "@vedette/database";
import type { Kysely } from "kysely";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { releaseMailIntervals } from "../mails/mail-interval.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { findUser } from "../users/stored-user.ts";
import { hookUser, smsHookUser } from "./hook-user.ts";

/** A mail that the hook is to send instead of this service. */
export interface MailPost {
  readonly userId: string;
  readonly to: string;
  /** Which of the two addresses of a change it goes to; absent for every other mail. */
  readonly half?: "current" | "new";
  /** It tells of a change that has happened already: nothing comes of its failure. */
  readonly isNotice?: true;
  readonly data: Partial<EmailData> & Pick<EmailData, "email_action_type">;
}

/** A text message that the hook or the provider is to send. */
export interface SmsPost {
  readonly userId: string;
  readonly sms: Parameters<Identity["delivery"]["sendSmsNow"]>[0];
  readonly smsType: "mfa" | undefined;
}

interface Posts {
  readonly mails: MailPost[];
  readonly texts: SmsPost[];
}

const postsByTransaction = new WeakMap<Kysely<IdentityTables>, Posts>();

type Posting = Pick<Identity, "db" | "hooks" | "pepper" | "addresses" | "delivery">;

/**
 * Runs a transaction whose mails and text messages may be a hook's: those are handed over once it has committed, since nobody else is
 * to wait for a hook. Without a hook, they are jobs of the transaction itself.
 *
 * @throws IdentityError what the hook refuses with; what was changed stays, and the mail can be asked for again at once
 */
export async function mailingTransaction<Result>(
  identity: Posting,
  origin: RequestOrigin,
  work: (trx: Kysely<IdentityTables>) => Promise<Result>,
): Promise<Result> {
  const { result, posts } = await repeatable(() =>
    identity.db.transaction().execute(async (trx) => {
      const collected: Posts = { mails: [], texts: [] };
      postsByTransaction.set(trx, collected);
      return { result: await work(trx), posts: collected };
    }),
  );
  for (const post of mergeHalves(posts.mails, identity.pepper)) await handOver(identity, post, origin);
  for (const post of posts.texts) await handOverText(identity, post, origin);
  return result;
}

/** @throws TypeError in a transaction that was not opened for mails */
export function postMail(trx: Kysely<IdentityTables>, post: MailPost): void {
  postsOf(trx).mails.push(post);
}

/** @throws TypeError in a transaction that was not opened for mails */
export function postSms(trx: Kysely<IdentityTables>, post: SmsPost): void {
  postsOf(trx).texts.push(post);
}

function postsOf(trx: Kysely<IdentityTables>): Posts {
  const posts = postsByTransaction.get(trx);
  if (posts === undefined) throw new TypeError("Mails are written in a mailingTransaction");
  return posts;
}

async function handOverText(identity: Posting, post: SmsPost, origin: RequestOrigin): Promise<void> {
  try {
    if (identity.hooks.isEnabled("send_sms")) await callSmsHook(identity, post, origin);
    else await sendByProvider(identity, post);
  } catch (error) {
    await releaseMailIntervals(identity, identity.db, post.sms.to);
    throw error;
  }
}

async function callSmsHook(identity: Posting, { userId, sms, smsType }: SmsPost, origin: RequestOrigin): Promise<void> {
  const user = await findUser(identity.db, userId);
  if (user === undefined) return;
  const input = { otp: sms.code, phone: sms.to, ...(smsType === undefined ? {} : { sms_type: smsType }) };
  await identity.hooks.ask("send_sms", { user: smsHookUser(user), sms: input }, origin);
}

/**
 * The caller waits for the first attempt, so that a refusal reaches it; what timed out is queued and tried again.
 *
 * @throws IdentityError `sms_send_failed`
 */
async function sendByProvider({ db, delivery }: Posting, { sms }: SmsPost): Promise<void> {
  const attempt = await delivery.sendSmsNow(sms);
  if (attempt.kind === "refused") {
    throw new IdentityError("sms_send_failed", {
      message: `Error sending the SMS: the provider said ${attempt.reason}.`,
    });
  }
  if (attempt.kind === "timed_out") await db.transaction().execute((trx) => delivery.queueSms(trx, sms));
}

const EMPTY: Omit<EmailData, "email_action_type" | "site_url"> = {
  token: "",
  token_hash: "",
  redirect_to: "",
  token_new: "",
  token_hash_new: "",
  old_email: "",
  old_phone: "",
  provider: "",
  factor_type: "",
};

async function handOver(identity: Posting, post: MailPost, origin: RequestOrigin): Promise<void> {
  const { userId, to, data, isNotice = false } = post;
  const user = await findUser(identity.db, userId);
  if (user === undefined) return;
  const input = {
    user: hookUser(user),
    email_data: { ...EMPTY, site_url: identity.addresses.externalUrl, ...data },
  };
  try {
    await identity.hooks.ask("send_email", input, origin);
  } catch (error) {
    if (isNotice) {
      identity.hooks.noteFailure("send_email", error);
      return;
    }
    for (const address of [to, user.email ?? ""]) await releaseMailIntervals(identity, identity.db, address);
    throw error;
  }
}

/**
 * Both mails of a change of address are one call. The names of the hashes are crossed: the current address gets `token`
 * with `token_hash_new`, the new one `token_new` with `token_hash`.
 *
 * @see spec 1, Callbacks: email-change rules
 */
function mergeHalves(posts: readonly MailPost[], pepper: Uint8Array): readonly MailPost[] {
  const current = posts.find(({ half }) => half === "current");
  const next = posts.find(({ half }) => half === "new");
  if (current === undefined || next === undefined) return posts;
  const merged: MailPost = {
    ...next,
    data: {
      ...next.data,
      token: current.data.token ?? "",
      token_hash_new: current.data.token_hash ?? "",
      token_new: longCode(pepper, { code: next.data.token ?? "", address: next.to }),
      token_hash: next.data.token_hash ?? "",
    },
  };
  return [...posts.filter(({ half }) => half === undefined), merged];
}

const SUFFIX_LENGTH = 14;

/**
 * The long form of a code, which the mail hook gets as `token_new`: the digits and 14 characters that follow from them.
 *
 * @see spec 1, Hook input: send email: "token_new: string, 16 to 30 characters"
 */
function longCode(pepper: Uint8Array, { code, address }: { code: string; address: string }): string {
  const suffix = createHmac("sha256", pepper).update(`long-code:${address}:${code}`).digest("hex");
  return code + suffix.slice(0, SUFFIX_LENGTH);
}

/** The digits of a code in its long form; every other text as it is. */
export function shortCode(pepper: Uint8Array, { code, address }: { code: string; address: string }): string {
  const digits = /^(\d{6,10})[0-9a-f]{14}$/.exec(code)?.[1];
  if (digits === undefined) return code;
  const [given, wanted] = [Buffer.from(code), Buffer.from(longCode(pepper, { code: digits, address }))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? digits : code;
}
