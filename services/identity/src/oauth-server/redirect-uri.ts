/** Why an address cannot be registered; `undefined` when it can. */
export function faultOfRedirectUri(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  // Blanks end an address in a header, backslashes are slashes to browsers, and commas part the stored list.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\\,\u0000-\u0020\u007f-\u{10ffff}]/u.test(text)) return "it holds a sign that no address holds as it is";
  if (text.includes("#")) return "it has a fragment";
  const url = URL.parse(text);
  if (url === null) return "it is no address";
  const scheme = url.protocol.slice(0, -1);
  if (FORBIDDEN_SCHEMES.has(scheme)) return `${scheme}: leads to no program`;
  if (url.username !== "" || url.password !== "") return "it names a user";
  if (scheme === "http" && !isLoopback(url.hostname)) return "http is for this very machine only; use https";
  const isWeb = scheme === "http" || scheme === "https";
  if (isWeb && !/^https?:\/\/[^/?]/i.test(text)) return "it is no address";
  return undefined;
}

const MAX_LENGTH = 2048;

/** What a browser runs, opens or shows by itself. */
const FORBIDDEN_SCHEMES: ReadonlySet<string> = new Set(
  "javascript data file vbscript about blob filesystem view-source ws wss ftp mailto tel".split(" "),
);

/** Loopback of this machine, where programs without a server listen (RFC 8252, 7.3). */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/**
 * Whether only the registered program can receive what is sent to an address. Other programs of the same machine can
 * take schemes of their own and ports of loopback (RFC 8252, 8.6).
 */
export function isExclusive(redirectUri: string): boolean {
  return redirectUri.toLowerCase().startsWith("https://");
}
