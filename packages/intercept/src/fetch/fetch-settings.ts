/** Name and password for servers that ask. Without `origin` they are for all. */
export interface HttpCredentials {
  readonly username: string;
  readonly password: string;
  /** As in `https://example.com`. */
  readonly origin?: string | undefined;
}

/** A client certificate for one origin; PEM, or PFX. */
export interface ClientCertificate {
  readonly origin: string;
  readonly cert?: string | Buffer | undefined;
  readonly key?: string | Buffer | undefined;
  readonly pfx?: string | Buffer | undefined;
  readonly passphrase?: string | undefined;
}

/** A proxy that `route.fetch` goes through. */
export interface ProxySettings {
  /** `http://`, `https://` or `socks5://` with host and port. */
  readonly server: string;
  /** Comma-separated hosts that are reached directly; `.example.com` includes all below. */
  readonly bypass?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Defaults of `route.fetch`. */
export interface FetchSettings {
  /** Who performs it: Node's own stack (default), or the browser, with its TLS, cookies, cache and proxy. */
  readonly via?: "node" | "browser" | undefined;
  readonly ignoreHTTPSErrors?: boolean | undefined;
  readonly proxy?: ProxySettings | undefined;
  /** Added where a request has no header of that name. */
  readonly extraHTTPHeaders?: Readonly<Record<string, string>> | undefined;
  readonly userAgent?: string | undefined;
  readonly clientCertificates?: readonly ClientCertificate[] | undefined;
  readonly httpCredentials?: HttpCredentials | readonly HttpCredentials[] | undefined;
}

/** @returns the first credentials whose origin is this one, or that have none */
export function credentialsFor(
  credentials: HttpCredentials | readonly HttpCredentials[] | undefined,
  origin: string,
): HttpCredentials | undefined {
  const list = [credentials ?? []].flat();
  return list.find((one) => one.origin === undefined || URL.parse(one.origin)?.origin === origin);
}
