/** A link that is safe to open, as browsers resolve it. */
export interface LinkTarget {
  /**
   * `web`: an absolute http or https URL with its scheme. `local`: a path, query or fragment that stays on the origin of
   * its page. `mail`: a `mailto:` URL.
   */
  readonly kind: "web" | "local" | "mail";
  /** What browsers read, without the characters that they drop. Resolves like the given text. */
  readonly href: string;
}

/** Two pages without a common scheme or host: a link that resolves alike on both is absolute. */
const SECURE_PAGE = new URL("https://secure.page.invalid/folder/page");
const PLAIN_PAGE = new URL("http://plain.page.invalid/folder/page");

/**
 * Reads a link that a user wrote: of text panels, data links, dashboard links, redirects after a sign-in. Every rule
 * about link targets is here.
 *
 * Browsers drop tabs and line breaks anywhere, control characters and spaces at both ends, and read `\` as `/`, so
 * `/\host` and `/<tab>/host` lead to another host. The URL is therefore resolved and the result is judged, never the
 * text.
 *
 * @returns `undefined` for a link that could run a script, that names another host without a scheme, that hides its host
 *   behind a user name, or whose host depends on the page that it is on
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
export function readLinkTarget(text: string): LinkTarget | undefined {
  const written = text.replace(EDGES, "").replaceAll(/[\t\n\r]/g, "");
  if (written === "") return undefined;
  const secure = parse(written, SECURE_PAGE);
  const plain = parse(written, PLAIN_PAGE);
  if (secure === undefined || plain === undefined) return undefined;
  if (secure.protocol === "mailto:") return { kind: "mail", href: written };
  if (!isWeb(secure) || !isWeb(plain)) return undefined;
  if (secure.username !== "" || secure.password !== "") return undefined;
  if (secure.host === SECURE_PAGE.host && plain.host === PLAIN_PAGE.host) {
    // A path that begins with two slashes is another host to whoever resolves it again.
    return secure.pathname.startsWith("//") ? undefined : { kind: "local", href: written };
  }
  if (secure.href !== plain.href) return undefined;
  return { kind: "web", href: /^https?:\/\/[^\\]*$/i.test(written) ? written : secure.href };
}

/** Control characters and spaces, which browsers drop at both ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard names them
const EDGES = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;

/**
 * Reads a path of this origin, written as browsers read it: the target of a redirect.
 *
 * @returns `undefined` for everything else
 */
export function readLocalPath(text: string): string | undefined {
  const target = readLinkTarget(text);
  const isPath = target?.kind === "local" && target.href === text && text.startsWith("/") && !text.includes("\\");
  return isPath ? text : undefined;
}

function parse(text: string, page: URL): URL | undefined {
  return URL.canParse(text, page) ? new URL(text, page) : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "http:";
}
