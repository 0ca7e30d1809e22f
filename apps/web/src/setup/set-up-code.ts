/** The one-time code out of a set-up link, its fragment, or the code alone, as somebody may paste it. */
export function codeOf(text: string): string {
  const fragment = text.includes("#") ? text.slice(text.indexOf("#") + 1) : text;
  return (new URLSearchParams(fragment).get("code") ?? (text.includes("#") ? "" : text)).trim();
}
