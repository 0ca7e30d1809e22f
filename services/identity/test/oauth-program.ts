import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { call, type Reply } from "./call.ts";
import type { IdentityServer } from "./identity-server.ts";

/** An OAuth client as its own code holds it. */
export interface Program {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
}

export const CALLBACK = "https://program.example/callback";
export const ON = { "auth.oauth_server.enabled": true } as const;

/** A program that an administrator has registered. */
export async function aProgram(server: IdentityServer, metadata: Record<string, unknown> = {}): Promise<Program> {
  const body = { client_name: "Reports", redirect_uris: [CALLBACK], ...metadata };
  const { status, json } = await call(server, "POST /admin/oauth/clients", { body, bearer: server.secretKey });
  expect([status, json["error_code"]]).toEqual([201, undefined]);
  const redirectUri = String((json["redirect_uris"] as string[])[0]); // An array, by the contract.
  return { clientId: String(json["client_id"]), secret: String(json["client_secret"] ?? ""), redirectUri };
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function aPkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** What a request answers; the address it redirects to, if it does. */
export async function ask(
  server: IdentityServer,
  { clientId, redirectUri }: Pick<Program, "clientId" | "redirectUri">,
  parameters: Record<string, string | undefined> = {},
): Promise<{ reply: Reply; location: URL | undefined }> {
  const query = new URLSearchParams();
  const all = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state: "state-1",
    code_challenge: aPkce().challenge,
    code_challenge_method: "S256",
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
  const reply = await call(server, `GET /oauth/authorize?${query}`);
  const location = reply.headers["location"];
  return { reply, location: typeof location === "string" ? new URL(location) : undefined };
}

/** The id of a request that waits for somebody. */
export async function aRequest(
  server: IdentityServer,
  program: Program,
  parameters: Record<string, string | undefined> = {},
): Promise<string> {
  const { reply, location } = await ask(server, program, parameters);
  expect([reply.status, reply.text]).toEqual([302, ""]);
  return location?.searchParams.get("authorization_id") ?? "";
}

/** A code that somebody has let a program have. */
export async function aCode(
  server: IdentityServer,
  program: Program,
  { bearer, pkce, ...parameters }: { bearer: string; pkce: Pkce } & Record<string, string | Pkce>,
): Promise<string> {
  const strings = parameters as Record<string, string>; // What is left are parameters.
  const id = await aRequest(server, program, { code_challenge: pkce.challenge, ...strings });
  const reply = await call(server, `POST /oauth/authorizations/${id}/consent`, { body: { action: "approve" }, bearer });
  expect([reply.status, reply.json["msg"]]).toEqual([200, undefined]);
  return new URL(String(reply.json["redirect_url"])).searchParams.get("code") ?? "";
}

/** Asks the token endpoint as a program with a secret does. */
export function askForToken(
  server: IdentityServer,
  { clientId, secret }: Program,
  fields: Record<string, string>,
): Promise<Reply> {
  const basic =
    secret === "" ? {} : { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}` };
  const form = new URLSearchParams({ ...fields, ...(secret === "" ? { client_id: clientId } : {}) });
  return call(server, "POST /oauth/token", {
    text: form.toString(),
    headers: { ...basic, "content-type": "application/x-www-form-urlencoded" },
  });
}

/** The tokens that a program has after somebody has let it in. */
export async function tokensOf(
  server: IdentityServer,
  program: Program,
  { bearer, ...parameters }: { bearer: string } & Record<string, string>,
): Promise<{ accessToken: string; refreshToken: string; json: Record<string, unknown> }> {
  const pkce = aPkce();
  const code = await aCode(server, program, { bearer, pkce, ...parameters });
  const fields = { grant_type: "authorization_code", code, code_verifier: pkce.verifier };
  const { status, json } = await askForToken(server, program, { ...fields, redirect_uri: program.redirectUri });
  expect([status, json["error_description"]]).toEqual([200, undefined]);
  return { accessToken: String(json["access_token"]), refreshToken: String(json["refresh_token"]), json };
}
