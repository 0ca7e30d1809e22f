import { expect, it } from "vitest";
import { decodeToken } from "./decode-token.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

it("a token is read without its signature, letters beyond ASCII included", () => {
  const token = `${part({ alg: "ES256", kid: "k" })}.${part({ sub: "u", name: "Käthe?>" })}.c2ln`;

  expect(decodeToken(` ${token}\n`)).toEqual({
    header: { alg: "ES256", kid: "k" },
    claims: { sub: "u", name: "Käthe?>" },
  });
});

it.each(["", "a.b", "a.b.c", `${part([])}.${part({})}.x`, `${part({})}.${part(7)}.x`, `${part({})}.%%.x`])(
  "%j is no token",
  (text) => {
    expect(decodeToken(text)).toBeUndefined();
  },
);
