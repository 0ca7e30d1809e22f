import { describe, expect, it } from "vitest";
import { IdentityError } from "../errors.ts";
import { readHookResponse } from "./hook-answer.ts";
import { HOOK_KEYS, type HookKey } from "./hook-names.ts";

const CLAIMS = {
  aud: "authenticated",
  exp: 2,
  iat: 1,
  sub: "a",
  email: "",
  phone: "",
  role: "authenticated",
  aal: "aal1",
  session_id: "b",
  is_anonymous: false,
};

/** Reads a response as the service does. @returns `allowed`, or the status and message of the error */
function outcome(key: HookKey, response: unknown): string {
  try {
    readHookResponse(key, response);
    return "allowed";
  } catch (error) {
    return error instanceof IdentityError ? `${error.status} ${error.message}` : String(error);
  }
}

const MALFORMED: readonly unknown[] = [
  { error: { http_code: "403", message: "no" } },
  { error: { http_code: 403, message: 7 } },
  { error: { http_code: 403, message: "x".repeat(5000) } },
  { error: { http_code: 200, message: "no" } },
  { error: { http_code: 403.5, message: "no" } },
  { error: { http_code: null, message: "no" } },
  { error: { http_code: 600, message: "no" } },
  { error: { message: "no" } },
  { error: {} },
  { error: [] },
  { error: "no" },
  { error: true },
  { error: 1 },
  { error: "no", decision: "continue", claims: CLAIMS },
  { decision: "rejected", claims: CLAIMS },
  { decision: "", claims: CLAIMS },
  { decision: false, claims: CLAIMS },
  { decision: ["reject"], claims: CLAIMS },
  "reject",
  "continue",
  "",
  [],
  [{}],
  [{ error: { http_code: 403, message: "no" } }],
  true,
  false,
  0,
  1,
  null,
];

const DECIDING: readonly HookKey[] = ["password_verification_attempt", "mfa_verification_attempt"];
const CONSENTING = HOOK_KEYS.filter((key) => key !== "custom_access_token");

describe.each(HOOK_KEYS)("the response of %s", (key) => {
  it.each(MALFORMED.map((response) => [JSON.stringify(response).slice(0, 80), response]))(
    "fails closed for %s",
    (_json, response) => {
      expect(outcome(key, response)).toMatch(/^500 /);
    },
  );

  it.each([
    [{ error: { http_code: 403, message: "no" } }, "403 no"],
    [{ error: { http_code: 429 } }, "429 The request was refused."],
    [{ error: { http_code: 499, message: "no" }, decision: "continue", claims: CLAIMS }, "499 no"],
  ])("refuses with the status of a well-formed error: %j", (response, expected) => {
    expect(outcome(key, response)).toBe(expected);
  });
});

it.each(CONSENTING)("takes an empty response, {} and an object without an error as consent of %s", (key) => {
  const responses = [undefined, {}, { note: "fine" }, { error: null }, { error: false }, { decision: "continue" }];

  expect(responses.map((response) => outcome(key, response))).toEqual(responses.map(() => "allowed"));
});

it.each(DECIDING)("takes a decision with its options from %s", (key) => {
  const responses = [
    { decision: "reject", message: "no", should_logout_user: true },
    { decision: "reject", message: null, should_logout_user: null },
  ];

  expect(responses.map((response) => outcome(key, response))).toEqual(["allowed", "allowed"]);
  expect(outcome(key, { decision: "reject", message: 7 })).toMatch(/^500 /);
  expect(outcome(key, { decision: "reject", should_logout_user: "yes" })).toMatch(/^500 /);
});

it.each(HOOK_KEYS.filter((key) => !DECIDING.includes(key)))("takes no rejection from %s for consent", (key) => {
  expect(outcome(key, { decision: "reject", claims: CLAIMS })).toMatch(/^500 /);
});

it("needs claims from the access token hook", () => {
  expect(outcome("custom_access_token", { claims: { ...CLAIMS, team: "night" } })).toBe("allowed");
  for (const response of [undefined, {}, { claims: [] }, { claims: { ...CLAIMS, sub: 7 } }]) {
    expect(outcome("custom_access_token", response)).toMatch(/^500 /);
  }
});

it("lets the hooks that send choose a status of 500 and above", () => {
  const response = { error: { http_code: 503, message: "no" } };

  expect(outcome("send_sms", response)).toBe("503 no");
  expect(outcome("before_user_created", response)).toBe("500 no");
});
