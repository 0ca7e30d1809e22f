import type { Database, KeyRing } from "@vedette/database";
import { callOutbound, HTTP_ERRORS, HttpError, readAllowedHosts } from "@vedette/http";
import type { WorkerMetrics } from "@vedette/worker-metrics";
import { keepMail } from "../mail/inbox.ts";
import type { JobAttempt, JobOutcome } from "../queue/job.ts";
import { isSms, type Sms } from "./sms.ts";
import { type ProviderCall, SMS_PROVIDERS } from "./sms-providers.ts";
import type { SmsSettings } from "./sms-settings.ts";
import { statusCodeOf } from "./status-code.ts";

/** A provider's answer of any status. */
interface ProviderAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** The provider of the settings, or why nothing can be sent by it. */
export function missingSmsSettings(settings: SmsSettings): readonly string[] {
  const needs = SMS_PROVIDERS[settings["auth.sms.provider"]]?.needs ?? [];
  return needs.filter((key) => settings[key] === "");
}

/** What sending needs. */
interface SmsSenderOptions {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly settings: SmsSettings;
  readonly metrics: WorkerMetrics<"core">;
  readonly namespace: string;
}

/** The job of one text message: by the provider that is set now, or into the built-in inbox without one. */
export async function sendSms(options: SmsSenderOptions, { id, payload, signal }: JobAttempt): Promise<JobOutcome> {
  if (!isSms(payload)) return { kind: "failed", isPermanent: true, reason: "the job holds no text message" };
  const { db, keyRing, settings } = options;
  if (SMS_PROVIDERS[settings["auth.sms.provider"]] !== undefined) return callForSms(options, payload, signal);
  await keepMail({ db, keyRing }, id, inboxForm(payload));
  return { kind: "done" };
}

/** The result of the attempt that the caller waits for. */
export type FirstAttempt =
  | { readonly kind: "sent" | "timed_out" }
  /** The provider refused the message, or could not be reached. */
  | { readonly kind: "refused"; readonly reason: string };

const FIRST_ATTEMPT_MS = 5000;

/** Sends a text message while the caller waits, five seconds at most. */
export async function sendSmsNow(
  options: Pick<SmsSenderOptions, "settings" | "metrics" | "namespace">,
  sms: Sms,
): Promise<FirstAttempt> {
  const signal = AbortSignal.timeout(FIRST_ATTEMPT_MS);
  const outcome = await callForSms(options, sms, signal);
  if (outcome.kind === "done") return { kind: "sent" };
  return signal.aborted ? { kind: "timed_out" } : { kind: "refused", reason: outcome.reason };
}

async function callForSms(
  { settings, metrics, namespace }: Pick<SmsSenderOptions, "settings" | "metrics" | "namespace">,
  payload: Sms,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const provider = SMS_PROVIDERS[settings["auth.sms.provider"]];
  if (provider === undefined) throw new TypeError("No provider of text messages is set");
  const request = metrics.startRequest({ operation: "SendSms", namespace });
  try {
    const call = provider.send(settings, payload);
    const { status, json } = await callProvider(settings, provider.baseUrl, call, signal);
    const isTaken = status >= 200 && status < 300 && provider.isTaken(json);
    request.end(isTaken ? "OK" : statusCodeOf(status));
    if (isTaken) return { kind: "done" };
    return { kind: "failed", isPermanent: status >= 200 && status < 500 && status !== 429, reason: `status ${status}` };
  } catch (error) {
    request.end(error instanceof HttpError ? statusCodeOf(HTTP_ERRORS[error.code].status) : "INTERNAL");
    if (!(error instanceof HttpError)) throw error;
    return { kind: "failed", isPermanent: error.code === "forbidden", reason: error.code };
  }
}

/** What the provider said of a message. */
export interface SmsTrial {
  /** Of its answer; `undefined` where none came. */
  readonly status: number | undefined;
  /** What it answered, as JSON; `undefined` where it was none. */
  readonly answer: unknown;
  /** Why the message does not go out; empty when it does. */
  readonly failure: string;
}

/** So long a provider may take when somebody waits for it. */
const TRIAL_MS = 10_000;

/**
 * Hands the provider of the settings a message at once, past the queue, and tells what it said.
 *
 * @throws TypeError without a provider
 */
export async function trySms(settings: SmsSettings, sms: Sms): Promise<SmsTrial> {
  const provider = SMS_PROVIDERS[settings["auth.sms.provider"]];
  if (provider === undefined) throw new TypeError("No provider of text messages is set");
  try {
    const call = provider.send(settings, sms);
    const { status, json } = await callProvider(settings, provider.baseUrl, call, AbortSignal.timeout(TRIAL_MS));
    const isTaken = status >= 200 && status < 300 && provider.isTaken(json);
    return { status, answer: json, failure: isTaken ? "" : `status ${status}` };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: undefined, answer: undefined, failure: error.message };
  }
}

/** Whether the provider of the settings also sends WhatsApp messages; the built-in inbox takes everything. */
export function sendsWhatsApp(settings: SmsSettings): boolean {
  return SMS_PROVIDERS[settings["auth.sms.provider"]]?.sendsWhatsApp ?? true;
}

/** What Twilio says when a code was tried too often. @see https://www.twilio.com/docs/api/errors/60202 */
const TRIED_TOO_OFTEN = 60_202;

/**
 * Asks a provider that makes codes itself whether one is right. Only what it says of the code counts against the code:
 * a provider that is down, or does not know us, says nothing.
 *
 * @returns `undefined` when the provider of the settings checks no codes
 * @throws HttpError when it does not answer, or answers something else
 */
export async function checkSmsCode(
  settings: SmsSettings,
  proof: { to: string; code: string },
): Promise<boolean | undefined> {
  const provider = SMS_PROVIDERS[settings["auth.sms.provider"]];
  if (provider?.check === undefined) return undefined;
  const call = provider.check(settings, proof);
  const { status, json } = await callProvider(settings, provider.baseUrl, call, AbortSignal.timeout(5000));
  if (status >= 200 && status < 300) return Reflect.get(Object(json), "status") === "approved";
  // Not there: it was used, is too old, or there never was one.
  if (status === 404 || Reflect.get(Object(json), "code") === TRIED_TOO_OFTEN) return false;
  throw new HttpError("bad_gateway", { detail: `The provider of text messages answered ${status}.` });
}

async function callProvider(
  settings: SmsSettings,
  ownUrl: string,
  { path, headers, form }: ProviderCall,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const base = settings["auth.sms.base_url"] || ownUrl;
  const { hostname, port, protocol } = new URL(base);
  const { status, body } = await callOutbound({
    url: base + path,
    method: "POST",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(form).toString(),
    reach: "public",
    // The operator wrote the address of the gateway, so it may be one of their own network.
    allowedHosts: readAllowedHosts(
      settings["auth.sms.base_url"] === "" ? [] : [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`],
    ),
    signal,
  });
  return { status, json: parse(await body.text()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The status says enough.
  }
}

/** How the inbox of the built-in sender shows a text message. */
function inboxForm({ to, text, channel }: Sms) {
  return { to, kind: "sms", subject: channel === "sms" ? "Text message" : "WhatsApp message", text, html: "" };
}
