/** Schemes whose globs are taken as they are, whatever the base url. */
const UNRESOLVED = /^(about|data|chrome|edge|file):/i;

const SCHEME_PATTERN = /^([^/?#:]*[*{][^/?#]*?):\/\//;
const GLOB_RUN = /\\.|\*+|\{[^}]*\}?|\}/gs;

/**
 * Resolves a glob like an url: against `baseURL` when there is one, normalised where it holds no wildcard (default ports,
 * punycode, dots, the slash after a bare host).
 *
 * A glob that begins with `*`, or that does not resolve to an url, is returned as it is.
 */
export function resolveGlob(glob: string, baseURL?: string): string {
  if (glob.startsWith("*") || UNRESOLVED.test(glob)) return glob;
  const text = glob.replace(/\\{1,2}\?/g, () => "?");
  const scheme = SCHEME_PATTERN.exec(text)?.[1];
  if (scheme === undefined) return resolveAround(text, baseURL) ?? text;
  const resolved = resolveAround(`http${text.slice(scheme.length)}`, undefined);
  return resolved === undefined ? text : scheme.toLowerCase() + resolved.slice("http".length);
}

/** Wildcards stand aside for words that every part of an url may hold, and come back after parsing. */
function resolveAround(glob: string, baseURL: string | undefined): string | undefined {
  const held: string[] = [];
  const hold = (text: string): string => `zq${held.push(text) - 1}qz`;
  const withoutHost = glob.replace(
    /^([^/?#]*:\/\/)([^/?#]*)/,
    (_whole, scheme: string, host: string) => scheme + (/[*{}\\]/.test(host) ? hold(host.toLowerCase()) : host),
  );
  const plain = withoutHost.replace(GLOB_RUN, (run) => hold(run));
  const url = parse(plain, baseURL);
  return url?.replace(/zq(\d+)qz/g, (_whole, index: string) => held[Number(index)] ?? "");
}

function parse(url: string, baseURL: string | undefined): string | undefined {
  const parsed = URL.parse(url, baseURL);
  if (parsed === null) return undefined;
  return parsed.href;
}
