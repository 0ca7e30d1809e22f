import { readFileSync } from "node:fs";
import type { OutboundTls } from "@vedette/http";
import type { HttpClient } from "./call-target.ts";
import { type ClientCredentials, TokenSource } from "./oauth2-token.ts";
import type { HttpClientConfig } from "./scrape-config.ts";

/** A file that a job names cannot be read. */
class CredentialError extends Error {
  constructor(path: string) {
    super(`${path} cannot be read`);
    this.name = "CredentialError";
  }
}

/** Tokens by the configuration of the job that they are for; they go with it. */
const tokensByConfig = new WeakMap<object, TokenSource>();

/**
 * Makes ready what one request needs. Files are read for each: a renewed secret counts from the next one on.
 *
 * @throws CredentialError, and what fetching a token throws
 */
export async function httpClientOf(config: HttpClientConfig, signal: AbortSignal): Promise<HttpClient> {
  const client = {
    headers: { ...headersOf(config), ...authorizationOf(config) },
    tls: config.tls_config && tlsOf(config.tls_config),
    proxy: proxyOf(config),
    followsRedirects: config.follow_redirects ?? true,
  };
  const { oauth2 } = config;
  if (oauth2 === undefined) return client;
  const tokens = tokensByConfig.get(oauth2) ?? new TokenSource();
  tokensByConfig.set(oauth2, tokens);
  const tokenClient = { headers: {}, tls: oauth2.tls_config && tlsOf(oauth2.tls_config), proxy: proxyOf(oauth2) };
  const token = await tokens.token(credentialsOf(oauth2), { ...tokenClient, followsRedirects: false }, signal);
  return { ...client, headers: { ...client.headers, authorization: `Bearer ${token}` } };
}

/** The target refused what it was sent: a token that was good so far is fetched anew. */
export function forgetToken({ oauth2 }: HttpClientConfig): void {
  if (oauth2 !== undefined) tokensByConfig.get(oauth2)?.forget();
}

function credentialsOf(oauth2: NonNullable<HttpClientConfig["oauth2"]>): ClientCredentials {
  return {
    tokenUrl: oauth2.token_url,
    clientId: oauth2.client_id,
    clientSecret: textOf(oauth2.client_secret, oauth2.client_secret_file),
    scopes: oauth2.scopes ?? [],
    parameters: oauth2.endpoint_params ?? {},
  };
}

function proxyOf(config: Pick<HttpClientConfig, "proxy_url" | "no_proxy" | "proxy_connect_header">) {
  const { proxy_url: url, no_proxy: except = "", proxy_connect_header: headers = {} } = config;
  if (url === undefined) return undefined;
  const connectHeaders = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(", ")]));
  return { url, connectHeaders, except: except.split(",").filter((entry) => entry.trim() !== "") };
}

function headersOf({ http_headers: headers = {} }: HttpClientConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { values = [], secrets = [], files = [] }]) => {
      const all = [...values, ...secrets, ...files.map((file) => textOf(undefined, file))];
      return [name.toLowerCase(), all.join(", ")] as const;
    }),
  );
}

function authorizationOf(config: HttpClientConfig): Record<string, string> {
  const { basic_auth: basic, authorization, bearer_token: bearer, bearer_token_file: bearerFile } = config;
  if (basic !== undefined) {
    const pair = `${textOf(basic.username, basic.username_file)}:${textOf(basic.password, basic.password_file)}`;
    return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
  }
  if (authorization !== undefined) {
    const credentials = textOf(authorization.credentials, authorization.credentials_file);
    return credentials === "" ? {} : { authorization: `${authorization.type ?? "Bearer"} ${credentials}` };
  }
  const token = textOf(bearer, bearerFile);
  return token === "" ? {} : { authorization: `Bearer ${token}` };
}

function tlsOf(config: NonNullable<HttpClientConfig["tls_config"]>): OutboundTls {
  const ca = textOf(config.ca, config.ca_file);
  const cert = textOf(config.cert, config.cert_file);
  const key = textOf(config.key, config.key_file);
  return {
    ...(ca !== "" && { ca }),
    ...(cert !== "" && { cert }),
    ...(key !== "" && { key }),
    ...(config.server_name !== undefined && { servername: config.server_name }),
    ...(config.insecure_skip_verify === true && { rejectUnauthorized: false }),
    minVersion: config.min_version === "TLS13" ? "TLSv1.3" : "TLSv1.2",
  };
}

function textOf(value: string | undefined, file: string | undefined): string {
  if (file === undefined) return value ?? "";
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new CredentialError(file);
  }
}
