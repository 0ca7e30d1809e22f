/** What somebody signed with their wallet, as its text says it. Nothing of it has been checked. */
export interface WalletMessage {
  /** Written before the domain; absent where it is not. */
  readonly scheme: string | undefined;
  /** Host and port of the page that asked. */
  readonly domain: string;
  readonly address: string;
  readonly statement: string | undefined;
  readonly uri: string;
  readonly chainId: string | undefined;
  readonly nonce: string | undefined;
  readonly issuedAt: Date;
  readonly expirationTime: Date | undefined;
  readonly notBefore: Date | undefined;
}

/** How a chain writes its messages. */
export interface MessageForm {
  /** `Ethereum`, `Solana`. */
  readonly chainName: string;
  readonly address: RegExp;
  readonly chainId: RegExp;
  /** Whether the fields come in the order of the standard, and the block of the statement is there without one, too. */
  readonly isStrict: boolean;
  readonly requiredFields: readonly FieldName[];
}

const FIELDS = [
  "URI",
  "Version",
  "Chain ID",
  "Nonce",
  "Issued At",
  "Expiration Time",
  "Not Before",
  "Request ID",
] as const;

type FieldName = (typeof FIELDS)[number];

/** The first line: `[scheme://]domain wants you to sign in with your … account:` */
const FIRST_LINE =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([A-Za-z0-9.:[\]-]{1,255}) wants you to sign in with your (\w+) account:$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;
const NONCE = /^[A-Za-z0-9]{8,256}$/;
const REQUEST_ID = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/;
/** RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
/** What RFC 3986 lets stand in an address, and blanks: the letters of a statement in the standard, and those of its languages. */
const STATEMENT = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/**
 * Reads a message as strictly as the standard writes it; `undefined` for any other text. Two allowances are made to the
 * clients that exist: the nonce may be absent, and Solana's fields may come in any order.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361; https://github.com/phantom/sign-in-with-solana
 */
export function readWalletMessage(text: string, form: MessageForm): WalletMessage | undefined {
  const [first = "", address = "", ...rest] = text.split("\n");
  const [, scheme, domain = "", chainName] = FIRST_LINE.exec(first) ?? [];
  if (chainName !== form.chainName || !form.address.test(address)) return undefined;
  const body = readBody(rest, form);
  const fields = body && readFields(body.lines, form);
  if (fields === undefined) return undefined;
  const time = (name: FieldName) => readTime(fields.get(name));
  const issuedAt = time("Issued At");
  const [uri, version, nonce] = [fields.get("URI") ?? "", fields.get("Version"), fields.get("Nonce")];
  const [expirationTime, notBefore, chainId] = [time("Expiration Time"), time("Not Before"), fields.get("Chain ID")];
  const isWellFormed =
    version === "1" &&
    URI.test(uri) &&
    (nonce === undefined || NONCE.test(nonce)) &&
    (chainId === undefined || form.chainId.test(chainId)) &&
    REQUEST_ID.test(fields.get("Request ID") ?? "");
  if (!isWellFormed || !(issuedAt instanceof Date) || expirationTime === null || notBefore === null) return undefined;
  return {
    scheme,
    domain,
    address,
    statement: body?.statement,
    uri,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
  };
}

interface Body {
  readonly statement: string | undefined;
  readonly lines: readonly string[];
}

/** What stands behind the address: an empty line, perhaps the statement and another one, and the fields. */
function readBody(lines: readonly string[], { isStrict }: MessageForm): Body | undefined {
  const [blank, second, third] = lines;
  if (blank !== "") return undefined;
  if (second === "") return isStrict ? { statement: undefined, lines: lines.slice(2) } : undefined;
  if (third === "" && STATEMENT.test(second ?? "")) return { statement: second, lines: lines.slice(3) };
  return isStrict ? undefined : { statement: undefined, lines: lines.slice(1) };
}

/** `null` for a resource that is no address. */
function readFields(lines: readonly string[], form: MessageForm): ReadonlyMap<FieldName, string> | undefined {
  const resourcesAt = lines.findIndex((line) => line === "Resources:" || (!form.isStrict && line === "Resources"));
  const fieldLines = resourcesAt === -1 ? lines : lines.slice(0, resourcesAt);
  const resources = resourcesAt === -1 ? [] : lines.slice(resourcesAt + 1);
  if (!resources.every((line) => line.startsWith("- ") && URI.test(line.slice(2)))) return undefined;
  const fields = new Map<FieldName, string>();
  let place = -1;
  for (const line of fieldLines) {
    const name = FIELDS.find((known) => line.startsWith(`${known}: `));
    if (name === undefined || fields.has(name)) return undefined;
    const next = FIELDS.indexOf(name);
    if (form.isStrict && next < place) return undefined;
    place = next;
    fields.set(name, line.slice(name.length + 2));
  }
  return form.requiredFields.every((name) => fields.has(name)) ? fields : undefined;
}

/** `null` for a text that is no time. */
function readTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return TIME.test(text) && !Number.isNaN(time.getTime()) ? time : null;
}
