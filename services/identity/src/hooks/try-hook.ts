import { sqlStateOf } from "@vedette/database";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { HookExchange } from "./call-http-hook.ts";
import { readHookResponse, refusalIn } from "./hook-answer.ts";
import type { HookKey, HookOutcome } from "./hook-names.ts";
import { sampleEvent, type TrialPerson } from "./sample-events.ts";

/** What a hook made of a sample, and what the service would make of that. */
export interface HookTrial {
  /** The event, without the metadata that every call has. */
  readonly sent: object;
  /** `null` when it said nothing, or nothing that could be read. */
  readonly answer: unknown;
  readonly outcome: HookOutcome;
  /** What the client of a real request would be told; empty when all is well. */
  readonly message: string;
  /** Status of that answer; absent when all is well. */
  readonly status?: number;
  readonly duration_ms: number;
  /** The last attempt, word for word; `null` for a function of the database, and where nothing could be sent. */
  readonly exchange: HookExchange | null;
}

/**
 * Asks a hook as it is set up now about somebody who does not exist. A hook that sends mails or text messages really
 * sends one.
 */
export async function tryHook(
  identity: Pick<Identity, "hooks" | "settings" | "addresses">,
  key: HookKey,
  { person, origin }: { person: TrialPerson; origin: RequestOrigin },
): Promise<HookTrial> {
  const sent = sampleEvent(identity, key, person);
  const begin = performance.now();
  let exchange: HookExchange | null = null;
  const onExchange = (next: HookExchange) => {
    exchange = next;
  };
  const took = () => ({ duration_ms: Math.round(performance.now() - begin), exchange });
  let answer: unknown;
  try {
    answer = await identity.hooks.try(key, sent, { origin, onExchange });
    const duration = took();
    readHookResponse(key, answer);
    const refusal = refusalIn(key, answer);
    const outcome = refusal === undefined ? "answered" : "refused";
    return { sent, answer: answer ?? null, outcome, message: refusal ?? "", ...duration };
  } catch (error) {
    const outcome = refusalIn(key, answer) === undefined ? "failed" : "refused";
    return { sent, answer: answer ?? null, outcome, ...explain(error), ...took() };
  }
}

/** Whoever tries a hook may read what a set-up or a function of theirs says; every other failure is ours. */
function explain(error: unknown): { message: string; status: number } {
  if (error instanceof IdentityError) return { message: error.message, status: error.status };
  if (error instanceof TypeError || (error instanceof Error && sqlStateOf(error) !== undefined)) {
    return { message: error.message, status: 500 };
  }
  throw error;
}
