import { lexer, type Token, type Tokens } from "marked";

/** Folders of `docs/` that have a page for each of their files. */
export type Shelf = "guides" | "reference";

export interface Guide {
  readonly title: string;
  /** What stands below the title. */
  readonly content: readonly Token[];
  readonly headings: readonly GuideHeading[];
}

interface GuideHeading {
  readonly text: string;
  readonly anchor: string;
}

/** Each is a file of its own on the way, fetched by who opens it: `docs/` of the version that runs. */
const FILES = import.meta.glob<string>(
  ["../../../../../docs/{guides,reference}/*.md", "../../../../../docs/README.md"],
  {
    query: "?raw",
    import: "default",
  },
);

/** @param place - of a page below `docs/`, such as `guides/walls` */
export function hasGuide(place: string): boolean {
  return fileOf(place) in FILES;
}

/** @throws when it cannot be fetched */
export async function readGuide(place: string): Promise<Guide> {
  const tokens = lexer((await FILES[fileOf(place)]?.()) ?? "", { gfm: true });
  const [title] = tokens.filter(isHeading);
  const content = tokens.filter((token) => token !== title && token.type !== "space");
  const headings = content.filter(isHeading).filter(({ depth }) => depth === 2);
  return {
    title: title?.text ?? "",
    content,
    headings: headings.map(({ text }) => ({ text: plainText(text), anchor: anchorOf(text) })),
  };
}

function fileOf(place: string): string {
  return `../../../../../docs/${place}.md`;
}

/** What stands below some headings of the second degree, each with its heading. */
export function sectionsOf({ content }: Guide, titles: readonly string[]): readonly Token[] {
  let isWanted = false;
  return content.filter((token) => {
    if (isHeading(token) && token.depth === 2) isWanted = titles.includes(token.text);
    return isWanted;
  });
}

export function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

/** The fragment that leads to a heading, as forges make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function plainText(markdown: string): string {
  return markdown.replaceAll("`", "");
}

/**
 * Where a link of a page leads, in here: other guides, the reference, the gallery of components. Nothing for files that only
 * the repository has.
 *
 * @param link - as the page at `place` has it, such as `../reference/settings.md#ui`
 */
export function addressOf(link: string, place: string): string | undefined {
  const { pathname, hash } = new URL(link, `https://vedette.invalid/docs/${place}.md`);
  if (pathname === "/docs/README.md") return "/help/guides";
  if (pathname === "/docs/components/README.md") return "/help/components";
  const [, found = ""] = /^\/docs\/(.+)\.md$/.exec(pathname) ?? [];
  return hasGuide(found) ? `/help/${found}${hash}` : undefined;
}
