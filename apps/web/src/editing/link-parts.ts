/** What a link takes along when it is followed, as documents write it. */
export const LINK_PARTS = { keepTime: "__url_time_range", keepVariables: "__all_variables" } as const;

type LinkPart = (typeof LINK_PARTS)[keyof typeof LINK_PARTS];

export function hasPart(url: string, part: LinkPart): boolean {
  return url.includes(written(part));
}

/** The address with a part of its query more, before its fragment. */
export function withPart(url: string, part: LinkPart): string {
  if (hasPart(url, part)) return url;
  const [address = "", ...fragment] = url.split("#");
  const joint = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return [`${address}${joint}${written(part)}`, ...fragment].join("#");
}

export function withoutPart(url: string, part: LinkPart): string {
  return url
    .replace(`${written(part)}&`, "")
    .replace(`&${written(part)}`, "")
    .replace(`?${written(part)}`, "")
    .replace(written(part), "");
}

function written(part: LinkPart): string {
  return `\${${part}}`;
}
