import { expect, it } from "vitest";
import { sharedSecretKey } from "../keys/jwt-key.ts";
import { VerifiedTokens } from "./verified-tokens.ts";

const key = sharedSecretKey("a secret that is long enough for this");
const soon = Math.floor(Date.now() / 1000) + 60;

it("keeps what came last, and makes room for it by what came first", () => {
  const verified = new VerifiedTokens();
  for (let at = 0; at < 2500; at += 1) verified.keep(`token ${at}`, { key, claims: { sub: `${at}`, exp: soon } });

  expect(verified.find("token 2499")).toEqual({ key, claims: { sub: "2499", exp: soon } });
  expect(verified.find("token 1500")?.claims.sub).toBe("1500");
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
