import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import {
  createPrivateJwk,
  type JwtKey,
  readPrivateJwk,
  readPublicJwk,
  requireSignature,
  signToken,
} from "./jwt-key.ts";
import { readTokenText } from "./token-text.ts";

const hour = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 3600, sub: "ada" };

async function aKey(algorithm: "RS256" | "RS512" | "ES256" | "EdDSA") {
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  const key = await readPublicJwk({ ...(await exportJWK(publicKey)), alg: algorithm, kid: "k" });
  const sign = (claims: Record<string, unknown> = hour, header: object = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: "k", ...header }).sign(privateKey);
  return { key, sign };
}

const check = async (key: JwtKey, text: string) => {
  const token = readTokenText(text, { clockTolerance: 30, requiredClaims: ["exp"] });
  await requireSignature(key, token);
  return token.claims;
};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe.each(["RS256", "RS512", "ES256", "EdDSA"] as const)("a token signed with %s", (algorithm) => {
  it("says what was signed, in time, and nothing else", async () => {
    const { key, sign } = await aKey(algorithm);
    const token = await sign();
    const [header = "", payload = "", signature = ""] = token.split(".");
    const other = await (await aKey(algorithm)).sign();
    const now = hour.iat;

    expect(await check(key, token)).toEqual(hour);
    expect(await check(key, await sign({ ...hour, exp: now - 20 }))).toMatchObject({ sub: "ada" });
    const refused: Readonly<Record<string, string>> = {
      "with other claims": `${header}.${encode({ ...hour, sub: "mallory" })}.${signature}`,
      "with another header": `${encode({ alg: algorithm, kid: "k", x: 1 })}.${payload}.${signature}`,
      "with another algorithm": `${encode({ alg: algorithm === "RS256" ? "RS512" : "RS256" })}.${payload}.${signature}`,
      "with none": `${encode({ alg: "none" })}.${payload}.`,
      "without a signature": `${header}.${payload}.`,
      "with half a signature": `${header}.${payload}.${signature.slice(0, 40)}`,
      "with another key's signature": `${header}.${payload}.${other.split(".")[2]}`,
      "of another key": other,
      "with a fourth part": `${token}.x`,
      "with what is no base64url": `${header}.${payload}.${signature}=`,
      "that has expired": await sign({ ...hour, exp: now - 60 }),
      "that is not valid yet": await sign({ ...hour, nbf: now + 60 }),
      "without an end": await sign({ sub: "ada" }),
      "with an end that is no number": await sign({ ...hour, exp: "never" }),
    };
    for (const [name, text] of Object.entries(refused)) {
      await expect(check(key, text), name).rejects.toThrow();
    }
    const critical = [encode({ alg: algorithm, kid: "k", crit: ["x"], x: 1 }), payload].join(".");
    await expect(check(key, `${critical}.${signature}`)).rejects.toThrow();
  });
});

it.each(["ES256", "RS256", "EdDSA", "HS256"] as const)(
  "a token that we sign with %s is one to others",
  async (algorithm) => {
    const jwk = await createPrivateJwk(algorithm);
    const token = await signToken(await readPrivateJwk(jwk), hour);
    const { d: _private, ...key } = jwk;

    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(key, algorithm));

    expect(payload).toEqual(hour);
    expect(protectedHeader).toEqual({ alg: algorithm, kid: jwk.kid, typ: "JWT" });
  },
);

it("a short RSA key signs nothing that is believed", async () => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "RSASSA-PKCS1-v1_5", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
    true,
    ["sign", "verify"],
  );
  const key = await readPublicJwk({ ...(await exportJWK(publicKey)), alg: "RS256", kid: "k" });
  const signed = `${encode({ alg: "RS256", kid: "k" })}.${encode(hour)}`;
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, Buffer.from(signed));

  await expect(check(key, `${signed}.${Buffer.from(signature).toString("base64url")}`)).rejects.toThrow();
});
