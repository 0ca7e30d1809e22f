import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRefreshTokenKey, decodeRefreshToken, encodeRefreshToken, isSignedBy } from "./refresh-token.ts";

const SESSION = "0197c7a1-5b3e-4c6d-8a9b-0c1d2e3f4a5b";

describe("a refresh token", () => {
  it("carries the session and the count of its refreshes", () => {
    const counters = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

    fc.assert(
      fc.property(fc.uuid(), counters, (sessionId, counter) => {
        const token = encodeRefreshToken({ sessionId, counter }, createRefreshTokenKey());
        expect(decodeRefreshToken(token)).toMatchObject({ sessionId, counter });
      }),
    );
  });

  it("is signed by the key of its session and by no other", () => {
    const key = createRefreshTokenKey();
    const token = decodeRefreshToken(encodeRefreshToken({ sessionId: SESSION, counter: 7n }, key));
    if (token === undefined) throw new TypeError("no token was read");

    expect(isSignedBy(token, key)).toBe(true);
    expect(isSignedBy({ ...token, signed: token.signed.with(-1, 8) }, key)).toBe(false);
    expect(isSignedBy(token, createRefreshTokenKey())).toBe(false);
  });

  it("is not accepted with any single character changed", () => {
    const token = encodeRefreshToken({ sessionId: SESSION, counter: 300n }, createRefreshTokenKey());

    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(..."AZaz09-_"), (at, sign) => {
        const changed = token.slice(0, at) + sign + token.slice(at + 1);
        expect(decodeRefreshToken(changed)).toEqual(changed === token ? expect.anything() : undefined);
      }),
    );
  });

  it("of any other text is nothing", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (text) => {
        expect(decodeRefreshToken(text)).toBeUndefined();
      }),
    );
  });

  it("has the length and alphabet that clients expect", () => {
    const token = encodeRefreshToken({ sessionId: SESSION, counter: 0n }, createRefreshTokenKey());

    expect(token).toMatch(/^[A-Za-z0-9_-]{51}$/);
  });
});
