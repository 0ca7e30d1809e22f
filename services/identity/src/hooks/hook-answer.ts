import { Type } from "typebox";
import { Check } from "typebox/value";
import { IdentityError } from "../errors.ts";

/** What a hook says instead of its answer when it refuses or failed. */
const Refusal = Type.Object({
  error: Type.Object({
    http_code: Type.Optional(Type.Number()),
    message: Type.Optional(Type.String({ maxLength: 4096 })),
  }),
});

/** Whether an answer, of whatever status, is a refusal. */
export function isRefusal(answer: unknown): boolean {
  return Check(Refusal, answer);
}

const Rejection = Type.Object({ decision: Type.Literal("reject"), message: Type.Optional(Type.String()) });

/** What an answer says no with; `undefined` where it says something else. */
export function refusalIn(answer: unknown): string | undefined {
  if (Check(Refusal, answer)) return answer.error.message ?? "";
  return Check(Rejection, answer) ? (answer.message ?? "") : undefined;
}

/**
 * Throws what a hook refuses with. Its status and its message reach the client.
 *
 * @param highest - the largest status that the hook may choose; anything else is our failure, 500
 * @throws IdentityError `unknown` with the hook's status, `unexpected_failure`
 * @see spec 1, Hook output: before-user-created
 */
export function throwRefusal(answer: unknown, highest: 499 | 599): void {
  if (!Check(Refusal, answer)) return;
  const { http_code: status = 500, message = "The request was refused." } = answer.error;
  const isAllowed = Number.isInteger(status) && status >= 400 && status <= highest;
  if (!isAllowed || status >= 500) {
    throw new IdentityError("unexpected_failure", { status: isAllowed ? status : 500, message });
  }
  throw new IdentityError("unknown", { status, message });
}
