import { readFileSync } from "node:fs";
import { HttpError, type OutboundTls } from "@vedette/http";
import { SettingsError } from "@vedette/settings";
import { type Static, Type } from "typebox";
import { Check, Errors } from "typebox/value";

const Path = Type.String({ minLength: 1, maxLength: 4096 });
const Secret = Type.String({ minLength: 1, maxLength: 8192, pattern: "^[\\t -~]*$" });
const strict = { additionalProperties: false } as const;

/** How one server is asked, whatever data sources are there. */
const AccessEntry = Type.Object(
  {
    url: Type.String({ maxLength: 2048, pattern: "^https?://[^\\s?#@]+$" }),
    basic_auth: Type.Optional(
      Type.Object(
        {
          username: Type.String({ maxLength: 1024 }),
          password: Type.Optional(Secret),
          password_file: Type.Optional(Path),
        },
        strict,
      ),
    ),
    bearer_token: Type.Optional(Secret),
    bearer_token_file: Type.Optional(Path),
    headers: Type.Optional(Type.Record(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$" }), Secret)),
    tls: Type.Optional(
      Type.Object(
        {
          ca_file: Type.Optional(Path),
          cert_file: Type.Optional(Path),
          key_file: Type.Optional(Path),
          server_name: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
          insecure_skip_verify: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ),
  },
  strict,
);

type AccessEntry = Static<typeof AccessEntry>;

/** What goes along with a question to a data source. */
interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls?: OutboundTls;
}

/** The credentials of data sources, by where these are: whoever may change an address gets no credentials by that. */
export interface SourceAccess {
  /** @throws HttpError `bad_gateway` when a file with a secret cannot be read */
  credentialsFor(url: string): Credentials;
}

/** What the proxy says by itself, or what belongs to the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "host",
  "transfer-encoding",
]);

/**
 * Reads the setting `resources.data_source_access`.
 *
 * @throws SettingsError with every fault by its place; no value is shown, as it may be a secret
 */
export function readSourceAccess(entries: readonly unknown[]): SourceAccess {
  const faults = entries.flatMap((entry, at) => faultsOf(entry, `resources.data_source_access[${at}]`));
  if (faults.length > 0) {
    throw new SettingsError(faults.map((message) => ({ origin: "environment", message }) as const));
  }
  const known = entries.filter((entry) => Check(AccessEntry, entry));
  // The longest address is the closest.
  known.sort((one, other) => other.url.length - one.url.length);
  return {
    credentialsFor(url) {
      const entry = known.find((one) => isBelow(url, one.url));
      return entry === undefined ? { headers: {} } : credentialsOf(entry);
    },
  };
}

function faultsOf(entry: unknown, where: string): string[] {
  if (!Check(AccessEntry, entry)) {
    const wrong = [...Errors(AccessEntry, entry)].map(({ instancePath, message }) => {
      return `${where}${instancePath.replaceAll("/", ".")} ${message}`;
    });
    return [...new Set(wrong)].slice(0, 5);
  }
  const { basic_auth: basic, bearer_token: bearer, bearer_token_file: bearerFile, headers = {}, tls } = entry;
  const ways = [basic, bearer, bearerFile].filter((way) => way !== undefined).length;
  const reserved = Object.keys(headers).find((name) => OWN_HEADERS.has(name.toLowerCase()));
  const hasTwoPasswords = basic?.password !== undefined && basic.password_file !== undefined;
  return [
    ...(ways > 1 ? [`${where} has more than one of basic_auth, bearer_token and bearer_token_file`] : []),
    ...(hasTwoPasswords ? [`${where}.basic_auth.password and password_file are both set; keep one`] : []),
    ...(reserved === undefined ? [] : [`${where}.headers.${reserved} is set by Vedette`]),
    ...((tls?.cert_file === undefined) === (tls?.key_file === undefined)
      ? []
      : [`${where}.tls needs cert_file and key_file, or neither`]),
  ];
}

/** Of the same origin, and the path of the entry or below it. */
function isBelow(url: string, base: string): boolean {
  const [wanted, known] = [new URL(url), new URL(base)];
  const folder = known.pathname.endsWith("/") ? known.pathname : `${known.pathname}/`;
  return wanted.origin === known.origin && `${wanted.pathname}/`.startsWith(folder);
}

function credentialsOf({ basic_auth: basic, bearer_token, bearer_token_file, headers = {}, tls }: AccessEntry) {
  const bearer = textOf(bearer_token, bearer_token_file);
  const pair = basic && `${basic.username}:${textOf(basic.password, basic.password_file) ?? ""}`;
  return {
    headers: {
      ...headers,
      ...(pair !== undefined && { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(tls && { tls: tlsOf(tls) }),
  };
}

function tlsOf(tls: NonNullable<AccessEntry["tls"]>): OutboundTls {
  const [ca, cert, key] = [tls.ca_file, tls.cert_file, tls.key_file].map((path) => textOf(undefined, path));
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(tls.server_name !== undefined && { servername: tls.server_name }),
    ...(tls.insecure_skip_verify === true && { rejectUnauthorized: false }),
    minVersion: "TLSv1.2",
  };
}

/** Files are read for each question: a renewed secret counts at once. */
function textOf(value: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return value;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new HttpError("bad_gateway", { detail: "The credentials of this data source cannot be read.", cause });
  }
}
