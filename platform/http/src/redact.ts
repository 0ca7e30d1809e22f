interface Redaction {
  /** Lines without this text are not searched. */
  readonly hint: string;
  readonly pattern: RegExp;
  readonly replacement: string;
}

/**
 * Values that messages and foreign errors can contain wherever they come from. Bounded repetitions: the time for a line
 * grows with its length alone.
 */
const REDACTIONS: readonly Redaction[] = [
  { hint: "eyJ", pattern: /\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g, replacement: "[token]" },
  { hint: "vd", pattern: /\bvd(?:_(?!publishable_)[a-z]{2,20}|[a-z]{1,4})_[\w-]{16,}/g, replacement: "[secret]" },
  {
    hint: "?",
    pattern: /([a-z]\/[\w./:%~-]{0,2000}|:\/\/[^\s"\\?#]{1,2000})\?[^\s"\\)>,]{1,4000}/gi,
    replacement: "$1?[query]",
  },
  { hint: "@", pattern: /:\/\/[^\s"\\/@?#]{1,500}@/g, replacement: "://[credentials]@" },
  {
    hint: "@",
    pattern: /[\p{L}\p{N}._+%'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,63}/gu,
    replacement: "[email]",
  },
  { hint: "+", pattern: /\+\d{8,15}\b/g, replacement: "[phone]" },
];

/** Removes e-mail addresses, phone numbers, tokens, queries and credentials of URLs from a line of the log. */
export function redactLine(line: string): string {
  let redacted = line;
  for (const { hint, pattern, replacement } of REDACTIONS) {
    if (redacted.includes(hint)) redacted = redacted.replace(pattern, replacement);
  }
  return redacted;
}
