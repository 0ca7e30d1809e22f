import { randomUUID } from "node:crypto";
import type { Log } from "@vedette/delivery";
import { readAllowedHosts } from "@vedette/http";
import { type SettingFault, SettingsError } from "@vedette/settings";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { auditHookFailure } from "./audit-hook-failure.ts";
import { callFunctionHook } from "./call-function-hook.ts";
import { callHttpHook, type HookExchange } from "./call-http-hook.ts";
import { findWideGrants } from "./function-grants.ts";
import { type HookResponse, readHookResponse, refusalIn } from "./hook-answer.ts";
import { type HookCall, recordHookCall } from "./hook-calls.ts";
import { HOOK_KEYS, HOOK_NAMES, type HookEvent, type HookInput, type HookKey, type HookOutcome } from "./hook-names.ts";
import type { HookSettings } from "./hook-settings.ts";
import { hookTargetFault, hostAndPort, readHookTarget } from "./hook-target.ts";
import { keptAnswer } from "./kept-answer.ts";

/** The hooks that the operator has set up. */
export interface Hooks {
  isEnabled(key: HookKey): boolean;
  /**
   * Calls a hook; never inside of a transaction.
   *
   * @returns its response, checked
   * @throws IdentityError `unknown` with the status and message of a refusal; `hook_timeout`, `hook_timeout_after_retry`,
   *   `hook_payload_over_size_limit`, `hook_payload_invalid_content_type`, `unexpected_failure` where the hook failed
   */
  ask<Key extends HookKey>(key: Key, input: HookInput<Key>, origin: RequestOrigin): Promise<HookResponse<Key>>;
  /** Delivers an event; its metadata are the same at each attempt. @throws IdentityError like `ask` */
  tell<Key extends HookKey>(key: Key, event: HookEvent<Key>): Promise<HookResponse<Key>>;
  /** Calls a hook, also a disabled one, for an administrator who tests it. @returns its response, unchecked */
  try<Key extends HookKey>(key: Key, input: HookInput<Key>, trial: HookTrialStart): Promise<unknown>;
  /** Notes a failure of a hook whose answer changes nothing. */
  noteFailure(key: HookKey, error: unknown): void;
}

/** Who tries a hook, and who is shown what is said. */
interface HookTrialStart {
  readonly origin: RequestOrigin;
  /** Gets each call over HTTP as it begins. */
  readonly onExchange: (exchange: HookExchange) => void;
}

export interface HooksOptions {
  readonly db: Kysely<IdentityTables>;
  readonly settings: HookSettings;
  readonly log: Pick<Log, "warn"> | undefined;
  /** Where a setting was written; a URL that was saved through the API is called with more care. */
  readonly sourceOf: (setting: keyof HookSettings) => string;
  /** Hosts that may be called although nobody else's address may be of this network. */
  readonly allowedHosts: readonly string[];
  /** Counts a call over HTTP that begins. @returns ends it, with the status of its answer */
  readonly startCall: () => (status: number) => void;
}

interface CallOptions {
  /** The same each time that something is told. */
  readonly id?: string;
  /** Only there when an administrator tries the hook. */
  readonly onExchange?: HookTrialStart["onExchange"];
}

/** The hooks that replace sending say nothing when all went well. */
const MAY_BE_EMPTY: ReadonlySet<HookKey> = new Set(["send_email", "send_sms"]);

/**
 * Opens the hooks and warns of functions that others can execute, too.
 *
 * @throws SettingsError when a URL of the operator's file or environment can never be called
 */
export async function openHooks(options: HooksOptions): Promise<Hooks> {
  const { db, settings, log, sourceOf, startCall } = options;
  const listedHosts = readAllowedHosts(options.allowedHosts);
  const isEnabled = (key: HookKey) => settings[`auth.hook.${key}.enabled`];
  for (const key of callableHooks(options, HOOK_KEYS.filter(isEnabled))) await warnOfWideGrants(options, key);

  const call = async (key: HookKey, event: object, { id, onExchange }: CallOptions): Promise<unknown> => {
    const uri = `auth.hook.${key}.uri` as const;
    const target = readHookTarget(settings[uri], listedHosts);
    const body = JSON.stringify(event);
    if (target.kind === "function") return callFunctionHook(db, target, body);
    const secrets = settings[`auth.hook.${key}.secrets`];
    const mayBeEmpty = MAY_BE_EMPTY.has(key);
    const { url } = target;
    // The operator wrote the address, so it may be one that nobody else could name.
    const own = sourceOf(uri) !== "stored" ? [hostAndPort(url).join(":")] : [];
    const allowedHosts = readAllowedHosts([...options.allowedHosts, ...own]);
    return callHttpHook({ url, secrets, body, id, mayBeEmpty, allowedHosts, startCall, onExchange });
  };

  /** What cannot be recorded has happened all the same. */
  const note = async (made: HookCall): Promise<void> => {
    await recordHookCall(db, made).catch((err: unknown) =>
      log?.warn({ err, hook: HOOK_NAMES[made.hook] }, "the call of a hook could not be recorded"),
    );
  };

  const callAndNote = async (key: HookKey, event: object, options: CallOptions = {}): Promise<unknown> => {
    const begin = performance.now();
    let exchange: HookExchange | undefined;
    const onExchange = (next: HookExchange) => {
      exchange = next;
      options.onExchange?.(next);
    };
    const made = (outcome: HookOutcome, detail: string, answer?: unknown): HookCall => ({
      hook: key,
      durationMs: performance.now() - begin,
      outcome,
      detail,
      status: exchange?.answer?.status,
      answer: keptAnswer(exchange?.answer?.body ?? (answer === undefined ? "" : JSON.stringify(answer)), event),
      userId: aboutWhom(event),
      isTrial: options.onExchange !== undefined,
    });
    try {
      const answer = await call(key, event, { ...options, onExchange });
      const refusal = refusalIn(key, answer);
      const fault = refusal === undefined ? faultOf(key, answer) : undefined;
      if (fault !== undefined) await note(made("failed", fault.message, answer));
      else await note(refusal === undefined ? made("answered", "", answer) : made("refused", refusal, answer));
      return answer;
    } catch (error) {
      await note(made("failed", error instanceof Error ? error.message : ""));
      throw error;
    }
  };

  /** Whatever depends on a hook that fails is refused, and the audit log says why. */
  const ask = async <Key extends HookKey>(key: Key, input: HookInput<Key>, origin: RequestOrigin) => {
    const event = { metadata: metadataOf(key, origin), ...input };
    let answer: unknown;
    try {
      answer = await callAndNote(key, event);
      return readHookResponse(key, answer);
    } catch (error) {
      if (refusalIn(key, answer) === undefined) {
        const failure = { key, userId: aboutWhom(event), origin, error };
        await auditHookFailure(db, failure).catch((err: unknown) =>
          log?.warn({ err, hook: HOOK_NAMES[key] }, "failed to write the audit entry of a failed hook"),
        );
      }
      throw error;
    }
  };

  return {
    isEnabled,
    ask,
    try: (key, input, { origin, onExchange }) =>
      callAndNote(key, { metadata: metadataOf(key, origin), ...input }, { onExchange }),
    tell: async (key, event) => readHookResponse(key, await callAndNote(key, event, { id: event.metadata.uuid })),
    noteFailure: (key, error) =>
      log?.warn({ err: error, hook: HOOK_NAMES[key] }, "a hook failed; nothing depends on it"),
  };
}

/** The failure of a response that is neither consent nor a well-formed refusal. */
function faultOf(key: HookKey, answer: unknown): Error | undefined {
  try {
    readHookResponse(key, answer);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error("unexpected error", { cause: error });
  }
}

/** The user of an event: as a whole, or by id. */
function aboutWhom(input: object): string | undefined {
  const user: unknown = Reflect.get(input, "user");
  const id: unknown = Reflect.get(input, "user_id") ?? Reflect.get(Object(user), "id");
  return typeof id === "string" ? id : undefined;
}

/** @see spec 1, Hook input: before-user-created */
function metadataOf(key: HookKey, { ipAddress }: RequestOrigin) {
  return { uuid: randomUUID(), time: new Date().toISOString(), name: HOOK_NAMES[key], ip_address: ipAddress };
}

/**
 * Checks the URL of each hook that is on. One of the operator's file or environment that can never be called stops the
 * start; one that was saved through the API is only warned of, so that it can be corrected there.
 *
 * @returns the hooks that can be called
 * @throws SettingsError
 */
function callableHooks({ settings, log, allowedHosts, sourceOf }: HooksOptions, keys: readonly HookKey[]): HookKey[] {
  const hosts = readAllowedHosts(allowedHosts);
  const faults: SettingFault[] = [];
  const callable: HookKey[] = [];
  for (const key of keys) {
    const setting = `auth.hook.${key}.uri` as const;
    const source = sourceOf(settings[setting] === "" ? `auth.hook.${key}.enabled` : setting);
    const fault = hookTargetFault(settings[setting], { allowedHosts: hosts, isOperators: source !== "stored" });
    if (fault === undefined) callable.push(key);
    else if (source === "file" || source === "environment")
      faults.push({ origin: source, message: `${setting}: ${fault}` });
    else log?.warn({ hook: HOOK_NAMES[key] }, `a hook is on and cannot be called: ${fault}`);
  }
  if (faults.length > 0) throw new SettingsError(faults);
  return callable;
}

async function warnOfWideGrants({ db, settings, log, allowedHosts }: HooksOptions, key: HookKey): Promise<void> {
  const target = readHookTarget(settings[`auth.hook.${key}.uri`], readAllowedHosts(allowedHosts));
  if (target.kind !== "function") return;
  const grantees = await findWideGrants(db, target);
  if (grantees.length === 0) return;
  log?.warn(
    { hook: HOOK_NAMES[key], grantees },
    `others than the service may execute ${target.sql}; revoke execute on function ${target.sql} from ${grantees.join(", ")}`,
  );
}
