import { readFileSync } from "node:fs";
import type { OutboundTls } from "@vedette/http";
import type { HttpClientConfig } from "./scrape-config.ts";

/** A file that a job names cannot be read. */
class CredentialError extends Error {
  constructor(path: string) {
    super(`${path} cannot be read`);
    this.name = "CredentialError";
  }
}

/** What a request to a target carries and how its connection is made. */
export interface HttpClient {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: OutboundTls | undefined;
}

/**
 * Makes ready what one request needs. Files are read for each: a renewed secret counts from the next one on.
 *
 * @throws CredentialError
 */
export function httpClientOf(config: HttpClientConfig): HttpClient {
  return { headers: authorizationOf(config), tls: config.tls_config && tlsOf(config.tls_config) };
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
