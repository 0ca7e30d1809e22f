import { type Static, type TObject, Type } from "typebox";
import { Check } from "typebox/value";
import { IdentityError } from "../errors.ts";
import type { HookKey } from "./hook-names.ts";

/** The error object with which a hook refuses. */
const Refusal = Type.Object({
  error: Type.Object({
    http_code: Type.Optional(Type.Number()),
    message: Type.Optional(Type.String({ maxLength: 4096 })),
  }),
});

/** Some serializers write `null` for a member that is not set. */
const OrNull = <Member extends Parameters<typeof Type.Optional>[0]>(member: Member) =>
  Type.Optional(Type.Union([member, Type.Null()]));

/** The response of a hook that only allows or refuses. A decision that it cannot make is not consent. */
const Consent = Type.Object({ decision: OrNull(Type.Literal("continue")) });

/** The response of a hook that decides on an attempt; without a decision the attempt continues. */
const Decision = Type.Object({
  decision: OrNull(Type.Union([Type.Literal("continue"), Type.Literal("reject")])),
  message: OrNull(Type.String({ maxLength: 4096 })),
  should_logout_user: OrNull(Type.Boolean()),
});

/** The claims that clients rely on; a hook can add others. */
const Claims = Type.Object({
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Integer(),
  iat: Type.Integer(),
  sub: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  role: Type.String(),
  aal: Type.String(),
  session_id: Type.String(),
  is_anonymous: Type.Boolean(),
});

interface HookResponseRule {
  readonly schema: TObject;
  /** The highest status that the hook can choose for a refusal. */
  readonly highestStatus: 499 | 599;
  /** The message for a response that does not match the schema. */
  readonly invalid: string;
}

const INVALID = "The hook returned an invalid response.";

/**
 * The responses that each hook is allowed to return. Every other response is a failure of the hook.
 *
 * @see contract of identity, 12.1 and 26: "hook failure fails closed"
 */
const HOOK_RESPONSES = {
  before_user_created: { schema: Consent, highestStatus: 499, invalid: INVALID },
  after_user_created: { schema: Consent, highestStatus: 499, invalid: INVALID },
  user_event: { schema: Consent, highestStatus: 599, invalid: INVALID },
  send_email: { schema: Consent, highestStatus: 599, invalid: INVALID },
  send_sms: { schema: Consent, highestStatus: 599, invalid: INVALID },
  password_verification_attempt: {
    schema: Decision,
    highestStatus: 499,
    invalid: "The hook returned an invalid decision.",
  },
  mfa_verification_attempt: { schema: Decision, highestStatus: 499, invalid: "The hook returned an invalid decision." },
  custom_access_token: {
    schema: Type.Object({ ...Consent.properties, claims: Claims }),
    highestStatus: 499,
    invalid: "output claims do not conform to the expected schema",
  },
} as const satisfies Readonly<Record<HookKey, HookResponseRule>>;

export type HookResponse<Key extends HookKey> = Static<(typeof HOOK_RESPONSES)[Key]["schema"]>;

/** Tells whether a body, of whatever status, is a well-formed refusal. */
export function isRefusal(answer: unknown): boolean {
  return Check(Refusal, answer);
}

/** Returns the message of a well-formed refusal or rejection; `undefined` for every other response. */
export function refusalIn(key: HookKey, answer: unknown): string | undefined {
  if (Check(Refusal, answer)) return answer.error.message ?? "";
  const response = Check(HOOK_RESPONSES[key].schema, answer) ? answer : {};
  if (Reflect.get(response, "decision") !== "reject") return undefined;
  return String(Reflect.get(response, "message") ?? "");
}

/**
 * Reads the response of a hook and fails closed: consent is an empty response or an object without an error that matches
 * the schema of the hook, and nothing else.
 *
 * @param answer - parsed JSON; `undefined` for an empty response
 * @throws IdentityError `unknown` with the status and message of a refusal; `unexpected_failure` for everything else
 * @see spec 1, Hook output: before-user-created
 */
export function readHookResponse<Key extends HookKey>(key: Key, answer: unknown): HookResponse<Key>;
export function readHookResponse(key: HookKey, answer: unknown = {}): object {
  const { schema, highestStatus, invalid } = HOOK_RESPONSES[key];
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  if (isObject && !Reflect.get(answer, "error") && Check(schema, answer)) return answer;
  if (Check(Refusal, answer)) throw refusal(answer.error, highestStatus);
  throw new IdentityError("unexpected_failure", { message: invalid });
}

function refusal(
  { http_code: status = 500, message = "The request was refused." }: Static<typeof Refusal>["error"],
  highestStatus: number,
): IdentityError {
  const isAllowed = Number.isInteger(status) && status >= 400 && status <= highestStatus;
  if (isAllowed && status < 500) return new IdentityError("unknown", { status, message });
  return new IdentityError("unexpected_failure", { status: isAllowed ? status : 500, message });
}
