import { lexer, type Token, type Tokens } from "marked";

/** A paragraph of a text panel, without markup inside. */
export interface TextBlock {
  readonly kind: "title" | "heading" | "text" | "item" | "code";
  readonly text: string;
  /** What stands before it: a bullet or a number. */
  readonly mark: string;
  /** How far it is moved to the right. */
  readonly depth: number;
}

const MOST_DEPTH = 6;

/** GitHub's Markdown as paragraphs. */
export function markdownBlocks(content: string): TextBlock[] {
  return blocksOf(lexer(content, { gfm: true }), 0);
}

/** HTML without its tags, or code as it is. */
export function plainBlocks(content: string, mode: "html" | "code"): TextBlock[] {
  if (mode === "code") return codeLines(content, 0);
  return withoutTags(content.replaceAll(/<(?:br|\/p|\/h\d|\/div|\/li|\/tr|hr)\b[^>]{0,200}>/gi, "\n"))
    .split("\n")
    .flatMap((line) => block("text", line, 0));
}

function blocksOf(tokens: readonly Token[], depth: number): TextBlock[] {
  return depth > MOST_DEPTH ? [] : tokens.flatMap((token) => blockOf(token, depth));
}

function blockOf(token: Token, depth: number): TextBlock[] {
  switch (token.type) {
    case "heading":
      return block(token["depth"] === 1 ? "title" : "heading", plainText(token), depth);
    case "code":
      return codeLines(textIn(token), depth);
    case "list":
      return listBlocks(token as Tokens.List, depth); // the type says which token it is
    case "table":
      return tableBlocks(token as Tokens.Table, depth); // likewise
    case "blockquote":
      return blocksOf(token.tokens ?? [], depth + 1);
    case "hr":
    case "def":
      return [];
    default:
      return block("text", plainText(token), depth);
  }
}

function listBlocks({ items, ordered, start }: Tokens.List, depth: number): TextBlock[] {
  return items.flatMap(({ tokens }, at) => {
    const [first, ...rest] = blocksOf(tokens, depth + 1);
    const mark = ordered ? `${Number(start || 1) + at}.` : "•";
    return first === undefined ? [] : [{ ...first, kind: "item" as const, mark }, ...rest];
  });
}

function tableBlocks({ header, rows }: Tokens.Table, depth: number): TextBlock[] {
  const line = (cells: readonly Tokens.TableCell[]): string => cells.map(plainText).join("  ·  ");
  return [...block("heading", line(header), depth), ...rows.flatMap((cells) => block("text", line(cells), depth))];
}

function codeLines(text: string, depth: number): TextBlock[] {
  return text.split("\n").map((line) => ({ kind: "code", text: line, mark: "", depth }));
}

function block(kind: TextBlock["kind"], text: string, depth: number): TextBlock[] {
  const trimmed = text.replaceAll(/\s+/g, " ").trim();
  return trimmed === "" ? [] : [{ kind, text: trimmed, mark: "", depth }];
}

/** The words of a paragraph without links, emphasis and tags. */
function plainText(token: Token | Tokens.TableCell): string {
  const inner = "tokens" in token ? (token.tokens ?? []) : [];
  if (inner.length > 0) return inner.map((one) => (one.type === "br" ? " " : plainText(one))).join("");
  return "type" in token && token.type === "html" ? withoutTags(textIn(token)) : withoutEntities(textIn(token));
}

function textIn(token: Token | Tokens.TableCell): string {
  return "text" in token ? String(token.text) : "";
}

function withoutTags(html: string): string {
  return withoutEntities(html.replaceAll(/<[^<>]*>/g, ""));
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["#39", "'"],
  ["nbsp", " "],
]);

function withoutEntities(text: string): string {
  return text.replaceAll(/&(#?\w{1,8});/g, (whole, name: string) => ENTITIES.get(name) ?? whole);
}
