import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A provider on loopback that speaks OAuth 1.0a and believes nothing that is not signed. */
export interface SigningProvider {
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
  /** What it was asked for and granted, in order. */
  readonly granted: readonly string[];
  /** Why it refused, in order. */
  readonly refused: readonly string[];
  /** How it goes on from now on. */
  configure(options: { denies?: boolean; confirms?: boolean; email?: string | undefined }): void;
}

interface Grant {
  readonly secret: string;
  readonly callback: string;
  verifier?: string;
}

/** Starts the provider; it ends with the test. */
export async function startSigningProvider(): Promise<SigningProvider> {
  const [clientId, secret] = ["printer", "a secret & more+%"];
  const requests = new Map<string, Grant>();
  const accesses = new Map<string, string>();
  const nonces = new Set<string>();
  const granted: string[] = [];
  const refused: string[] = [];
  const options: { denies: boolean; confirms: boolean; email: string | undefined } = {
    denies: false,
    confirms: true,
    email: "ada@example.com",
  };
  const aToken = () => randomBytes(12).toString("base64url");

  /** @returns the parameters of a request whose signature is right @throws Error */
  const verified = (request: IncomingMessage, secretOf: (token: string) => string | undefined) => {
    const said = parametersOf(request.headers.authorization);
    const tokenSecret = said["oauth_token"] === undefined ? "" : secretOf(said["oauth_token"]);
    if (tokenSecret === undefined) throw new Error("unknown token");
    if (said["oauth_consumer_key"] !== clientId || said["oauth_signature_method"] !== "HMAC-SHA1") {
      throw new Error("unknown client or method");
    }
    const { oauth_signature: signature, ...rest } = said;
    const wanted = hmac(base(request, url, rest), `${percent(secret)}&${percent(tokenSecret)}`);
    if (signature !== wanted) throw new Error("wrong signature");
    const moment = `${said["oauth_timestamp"]} ${said["oauth_nonce"]}`;
    if (nonces.has(moment) || Math.abs(Number(said["oauth_timestamp"]) - Date.now() / 1000) > 300) {
      throw new Error("replayed");
    }
    nonces.add(moment);
    return said;
  };
  const routes: Readonly<Record<string, (request: IncomingMessage, address: URL) => Record<string, string> | string>> =
    {
      "POST /oauth/request_token": (request) => {
        const { oauth_callback: callback = "" } = verified(request, () => undefined);
        const [token, tokenSecret] = [aToken(), aToken()];
        requests.set(token, { secret: tokenSecret, callback });
        return form({
          oauth_token: token,
          oauth_token_secret: tokenSecret,
          oauth_callback_confirmed: options.confirms,
        });
      },
      "GET /oauth/authenticate": (_request, { searchParams }) => {
        const token = searchParams.get("oauth_token") ?? "";
        const grant = requests.get(token);
        if (grant === undefined) throw new Error("unknown request token");
        const back = new URL(grant.callback);
        if (options.denies) {
          back.searchParams.set("denied", token);
          return { location: back.href };
        }
        grant.verifier = aToken();
        back.searchParams.set("oauth_token", token);
        back.searchParams.set("oauth_verifier", grant.verifier);
        return { location: back.href };
      },
      "POST /oauth/access_token": (request) => {
        const { oauth_token: token = "", oauth_verifier: verifier } = verified(
          request,
          (name) => requests.get(name)?.secret,
        );
        if (verifier === undefined || requests.get(token)?.verifier !== verifier) throw new Error("wrong verifier");
        requests.delete(token);
        const [access, accessSecret] = [aToken(), aToken()];
        accesses.set(access, accessSecret);
        return form({ oauth_token: access, oauth_token_secret: accessSecret, user_id: "7", screen_name: "ada" });
      },
      "GET /1.1/account/verify_credentials.json": (request, { searchParams }) => {
        verified(request, (name) => accesses.get(name));
        const email = searchParams.get("include_email") === "true" ? options.email : undefined;
        const profile_image_url_https = "https://pbs.example.com/ada.png";
        return JSON.stringify({ id: 7, id_str: "7", name: "Ada", screen_name: "ada", profile_image_url_https, email });
      },
    };
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", url);
    const name = `${request.method} ${address.pathname}`;
    try {
      const answer = routes[name]?.(request, address);
      granted.push(name);
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === "string") response.end(answer);
      else response.writeHead(302, answer).end();
    } catch (error) {
      refused.push(`${name}: ${Error.isError(error) ? error.message : ""}`);
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, clientId, secret, granted, refused, configure: (change) => void Object.assign(options, change) };
}

function form(fields: Readonly<Record<string, string | boolean>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${percent(String(value))}`)
    .join("&");
}

/** @see RFC 5849, 3.5.1 */
function parametersOf(header = ""): Record<string, string> {
  if (!header.startsWith("OAuth ")) throw new Error("not signed");
  const parts = header.slice("OAuth ".length).split(/,\s*/);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name = "", value = ""] = /^([^=]+)="([^"]*)"$/.exec(part) ?? [];
      return [decodeURIComponent(name), decodeURIComponent(value)];
    }),
  );
}

/** Written by RFC 5849, 3.4.1, and by nothing of the service. */
function base(request: IncomingMessage, origin: string, said: Readonly<Record<string, string>>): string {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const asked = query === "" ? [] : query.split("&").map((pair) => pair.split("=").map(decodeURIComponent));
  const lines = [...asked, ...Object.entries(said)].map(
    ([name = "", value = ""]) => `${percent(name)}=${percent(value)}`,
  );
  return `${request.method}&${percent(origin + path)}&${percent(lines.sort().join("&"))}`;
}

function percent(text: string): string {
  const bytes = [...Buffer.from(text)];
  const plain = /[A-Za-z0-9\-._~]/;
  return bytes
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

function hmac(text: string, key: string): string {
  return createHmac("sha1", key).update(text).digest("base64");
}
