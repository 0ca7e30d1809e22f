import { CACHES } from "@vedette/http";
import { expect, it } from "vitest";
import { sharedSecretKey } from "../keys/jwt-key.ts";
import { VerifiedTokens } from "./verified-tokens.ts";

const key = sharedSecretKey("a secret that is long enough for this");
const soon = Math.floor(Date.now() / 1000) + 60;

it("evicts the tokens that were used least recently when their claims take too many bytes", () => {
  const verified = new VerifiedTokens();
  const sub = "x".repeat(100_000);
  const count = Math.ceil(CACHES.verified_tokens.maxBytes / (2 * sub.length)) + 10;
  for (let at = 0; at < count; at += 1) verified.keep(`token ${at}`, { key, claims: { sub, jti: `${at}`, exp: soon } });

  expect(verified.find(`token ${count - 1}`)).toEqual({ key, claims: { sub, jti: `${count - 1}`, exp: soon } });
  expect(verified.find(`token ${count - 50}`)?.claims.jti).toBe(`${count - 50}`);
  expect(verified.find("token 0")).toBeUndefined();
});

it("has nothing to say of a token that is past, or not valid yet", () => {
  const verified = new VerifiedTokens();
  verified.keep("past", { key, claims: { exp: soon - 120 } });
  verified.keep("early", { key, claims: { exp: soon, nbf: soon - 30 } });

  expect([verified.find("past"), verified.find("early"), verified.find("unknown")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
