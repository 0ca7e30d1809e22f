import type { Metadata } from "../identity-tables.ts";

/**
 * Which of the languages there are suits somebody best: what is kept about the person wins over what the browser of the
 * request asks for. `de-AT` is served by `de`, too.
 *
 * @param available - language tags
 * @returns one of `available`, or `undefined` where none suits
 */
export function chooseLanguage(
  available: readonly string[],
  { data, acceptLanguage }: { data: Metadata; acceptLanguage: string },
): string | undefined {
  const byTag = new Map(available.map((tag) => [tag.toLowerCase(), tag]));
  for (const wish of [...wishesOf(data), ...readAcceptLanguage(acceptLanguage)]) {
    const tag = byTag.get(wish) ?? byTag.get(wish.split("-", 1)[0] ?? "");
    if (tag !== undefined) return tag;
  }
  return undefined;
}

function wishesOf(data: Metadata): readonly string[] {
  return ["locale", "lang"].flatMap((name) => {
    const wish = Object.hasOwn(data, name) ? data[name] : undefined;
    // Some programs write de_AT.
    return typeof wish === "string" && wish.length <= 35 ? [wish.toLowerCase().replaceAll("_", "-")] : [];
  });
}

/** @see RFC 9110, 12.5.4 */
function readAcceptLanguage(header: string): readonly string[] {
  return header
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(tag) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
