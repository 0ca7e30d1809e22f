import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from "jose";
import { onTestFinished, TestRunner } from "vitest";

/** Somebody else's sign-in service, as far as its keys go. */
export interface TokenIssuer {
  readonly url: string;
  readonly host: string;
  readonly jwksUrl: string;
  /** How often the keys were asked for. */
  readonly readings: () => number;
  /** Publishes another key instead of, or beside, the present ones. */
  rotate(how: "beside" | "instead"): Promise<void>;
  /** Publishes other keys than its own. */
  publish(jwks: readonly JWK[]): void;
  /** Answers nothing but errors until it is called with `false`. */
  fail(isFailing: boolean): void;
  /** Where a browser that asks for the discovery document is sent on to. */
  move(to: string): void;
  /** What the discovery document says instead of the truth. */
  say(document: Readonly<Record<string, unknown>>): void;
  /** A token signed with the newest key. */
  token(claims?: Readonly<Record<string, unknown>>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  readonly jwks: () => readonly JWK[];
  close(): void;
}

type Algorithm = "RS256" | "ES256";

/** Starts an issuer on loopback; it ends with the test, or by whoever started it outside of one. */
export async function startTokenIssuer(algorithm: Algorithm = "ES256"): Promise<TokenIssuer> {
  let keys = [await aKey(algorithm, "key-1")];
  let made = 1;
  let readings = 0;
  let isFailing = false;
  let movedTo: string | undefined;
  let published: readonly JWK[] | undefined;
  let said: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    if (isFailing) {
      response.writeHead(500).end();
      return;
    }
    response.setHeader("content-type", "application/json");
    if (request.url === "/.well-known/openid-configuration" && movedTo !== undefined) {
      response.writeHead(302, { location: movedTo }).end();
      return;
    }
    if (request.url === "/.well-known/openid-configuration" || request.url === "/moved") {
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys`, ...said }));
      return;
    }
    readings += 1;
    response.end(JSON.stringify({ keys: published ?? keys.map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    host: `127.0.0.1:${port}`,
    jwksUrl: `${url}/keys`,
    readings: () => readings,
    async rotate(how) {
      made += 1;
      const next = await aKey(algorithm, `key-${made}`);
      keys = how === "beside" ? [...keys, next] : [next];
    },
    publish(jwks) {
      published = jwks;
    },
    fail(value) {
      isFailing = value;
    },
    move(to) {
      movedTo = to;
    },
    say(document) {
      said = document;
    },
    async token(claims = {}, header = {}) {
      const key = keys.at(-1);
      if (key === undefined) throw new TypeError("The issuer has no key");
      const all = {
        iss: url,
        sub: "ada|7",
        role: "authenticated",
        exp: Math.floor(Date.now() / 1000) + 600,
        ...claims,
      };
      return new SignJWT(all)
        .setProtectedHeader({ alg: algorithm, kid: String(key.jwk.kid), ...header })
        .sign(key.privateKey);
    },
    jwks: () => keys.map(({ jwk }) => jwk),
    close: () => void server.close(),
  };
}

async function aKey(algorithm: Algorithm, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm);
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" } };
}
