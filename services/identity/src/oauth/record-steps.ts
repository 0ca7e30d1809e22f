import { HttpError } from "@vedette/http";
import { errors as joseErrors } from "jose";
import * as oauth from "oauth4webapi";
import { IdentityError } from "../errors.ts";
import { IdTokenError } from "./id-token.ts";
import { AccountError } from "./read-account.ts";
import type { SignInStepName, StepDetails, StepWatch } from "./sign-in-steps.ts";

/** What came of a step. */
export interface SignInStep {
  readonly name: SignInStepName;
  /** `skipped`: nothing of the kind is needed here; `open`: it was not reached. */
  readonly state: "ok" | "failed" | "skipped" | "open";
  /** Why it failed. */
  readonly reason?: string;
  /** What the provider said of that. */
  readonly said?: string;
  /** A code of this service, which people would be sent on with. */
  readonly code?: string;
  readonly details: StepDetails;
}

/** Notes what came of each step. */
export interface StepRecord extends StepWatch {
  /** Whether a step has failed. */
  readonly hasFailed: () => boolean;
  /** All of them: those that were passed over, and those that were not reached, too. */
  readonly steps: () => readonly SignInStep[];
}

/** What a provider says at length is not kept. */
const MAX_DETAILS_LENGTH = 32_768;
const MAX_SAID_LENGTH = 500;

/** @param names - every step of the protocol that the provider speaks, in their order */
export function recordSteps(names: readonly SignInStepName[]): StepRecord {
  return goOnWithSteps(names.map((name) => ({ name, state: "open", details: {} })));
}

/** @param before - what was noted until the browser set out */
export function goOnWithSteps(before: readonly SignInStep[]): StepRecord {
  const noted = new Map(before.map((step) => [step.name, step]));
  return {
    async run(name, act, tell = () => ({})) {
      try {
        const result = await act();
        noted.set(name, { name, state: "ok", details: shortened(tell(result)) });
        return result;
      } catch (error) {
        noted.set(name, { name, state: "failed", details: {}, ...faultOf(error) });
        throw error;
      }
    },
    hasFailed: () => [...noted.values()].some(({ state }) => state === "failed"),
    steps: () => withSkipped([...noted.values()]),
  };
}

/** What was not taken before the last one that was, is not needed. */
function withSkipped(steps: readonly SignInStep[]): readonly SignInStep[] {
  const last = steps.findLastIndex(({ state }) => state !== "open");
  return steps.map((step, place) => (step.state === "open" && place < last ? { ...step, state: "skipped" } : step));
}

function shortened(details: StepDetails): StepDetails {
  return JSON.stringify(details).length > MAX_DETAILS_LENGTH ? { too_long: true } : details;
}

/** What may be shown of a failure: the texts of libraries and of this service, which hold nothing of a token. */
function faultOf(error: unknown): Pick<SignInStep, "reason" | "said" | "code"> {
  if (error instanceof oauth.AuthorizationResponseError) {
    return { reason: "The provider refused.", said: plain(`${error.error}: ${error.error_description ?? ""}`) };
  }
  if (error instanceof AccountError) {
    return { reason: error.message, ...(error.said === undefined ? {} : { said: plain(error.said) }) };
  }
  if (error instanceof IdentityError) return { reason: error.message, code: error.code };
  const isKnown = [HttpError, IdTokenError, joseErrors.JOSEError, oauth.OperationProcessingError].some(
    (kind) => error instanceof kind,
  );
  return { reason: isKnown && error instanceof Error ? error.message : "It failed unexpectedly." };
}

function plain(text: string): string {
  return text.slice(0, MAX_SAID_LENGTH).replace(/\p{C}/gu, "").trim();
}
