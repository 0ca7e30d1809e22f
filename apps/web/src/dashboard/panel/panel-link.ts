/** The address that shows one panel alone, at the very times that are seen now. */
export function linkToPanel(key: string, range: { readonly from: string; readonly to: string }): string {
  const url = new URL(window.location.href);
  url.searchParams.set("viewPanel", key);
  url.searchParams.set("from", range.from);
  url.searchParams.set("to", range.to);
  return url.toString();
}
