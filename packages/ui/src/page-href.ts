/**
 * The address of another page of the same list: one query parameter is replaced, or left out for page 1; all others
 * stay as they are and where they are.
 *
 * @param url - absolute, or from the root or the current path on
 * @param param - `page` unless given
 */
export function pageHref(url: string, page: number, param = "page"): string {
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(url) ?? [];
  const isPage = (pair: string) => decodedName(pair) === param;
  const pairs = query === "" ? [] : query.split("&");
  const next = page > 1 ? [`${encodeURIComponent(param)}=${page}`] : [];
  const at = pairs.findIndex(isPage);
  const kept = pairs.flatMap((pair, index) => (index === at ? next : isPage(pair) ? [] : [pair]));
  const all = at < 0 ? [...kept, ...next] : kept;
  return `${path}${all.length === 0 ? "" : `?${all.join("&")}`}${fragment}`;
}

function decodedName(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? "";
}
