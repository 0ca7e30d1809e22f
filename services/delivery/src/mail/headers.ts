import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** Header lines of a mail by name. */
export type MailHeaders = Static<typeof HeaderMap>;

const HeaderMap = Type.Record(
  Type.String({ pattern: "^[A-Za-z0-9-]{1,76}$" }),
  Type.Array(Type.String({ maxLength: 998, pattern: "^[^\\r\\n]*$" })),
);

/** What tells other mail programs that no person wrote this, so that none answers it. @see RFC 3834, Auto-Submitted */
const AUTOMATIC: MailHeaders = { "Auto-Submitted": ["auto-generated"], "X-Auto-Response-Suppress": ["All"] };

/**
 * The headers that the operator wants on each mail, as JSON, and ours.
 *
 * @returns `undefined` when the text is no map of lists; the operator is warned then, and mails go without them
 * @see identity contract 13.1: `$messageType` is replaced by the kind of mail
 */
export function readMailHeaders(json: string, kind: string): MailHeaders | undefined {
  if (json === "") return AUTOMATIC;
  const given = parse(json);
  if (!Check(HeaderMap, given)) return undefined;
  const replaced = Object.entries(given).map(
    ([name, lines]) => [name, lines.map((line) => line.replaceAll("$messageType", kind))] as const,
  );
  return { ...AUTOMATIC, ...Object.fromEntries(replaced) };
}

/** The headers of mails when the operator's cannot be read. */
export function plainMailHeaders(): MailHeaders {
  return AUTOMATIC;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The caller says what is wrong with it.
  }
}
