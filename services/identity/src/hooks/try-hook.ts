import { sqlStateOf } from "@vedette/database";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { readClaims } from "./access-token-hook.ts";
import type { HookExchange } from "./call-http-hook.ts";
import { refusalIn, throwRefusal } from "./hook-answer.ts";
import type { HookKey, HookOutcome } from "./hook-names.ts";
import { sampleEvent, type TrialPerson } from "./sample-events.ts";
import { readDecision } from "./verification-hooks.ts";

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

/** What the service demands of each answer. */
const DEMANDS: Readonly<Record<HookKey, (answer: unknown) => void>> = {
  before_user_created: (answer) => throwRefusal(answer, 499),
  after_user_created: () => {},
  password_verification_attempt: readDecision,
  mfa_verification_attempt: readDecision,
  send_email: (answer) => throwRefusal(answer, 599),
  send_sms: (answer) => throwRefusal(answer, 599),
  custom_access_token: readClaims,
  user_event: (answer) => throwRefusal(answer, 599),
};

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
    DEMANDS[key](answer);
    const refusal = refusalIn(answer);
    const outcome = refusal === undefined ? "answered" : "refused";
    return { sent, answer: answer ?? null, outcome, message: refusal ?? "", ...duration };
  } catch (error) {
    const outcome = refusalIn(answer) === undefined ? "failed" : "refused";
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
