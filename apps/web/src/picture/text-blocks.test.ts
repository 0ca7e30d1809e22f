import { describe, expect, it } from "vitest";
import { markdownBlocks, plainBlocks } from "./text-blocks.ts";

const linesOf = (content: string) =>
  markdownBlocks(content).map(({ kind, mark, depth, text }) => `${kind} ${depth} ${mark}${text}`);

describe("Markdown on a picture", () => {
  it.each([
    ["# One **two**", ["title 0 One two"]],
    ["### Three", ["heading 0 Three"]],
    ["see [the page](https://example.net) or `run it`", ["text 0 see the page or run it"]],
    ["- a\n- b\n  - c", ["item 1 •a", "item 1 •b", "item 2 •c"]],
    ["3. a\n4. b", ["item 1 3.a", "item 1 4.b"]],
    ["```\none\n  two\n```", ["code 0 one", "code 0   two"]],
    ["| a | b |\n|---|---|\n| 1 | 2 |", ["heading 0 a · b", "text 0 1 · 2"]],
    ["> said", ["text 1 said"]],
    ["a &amp; b <b>c</b>\n\n---\n\nd", ["text 0 a & b c", "text 0 d"]],
    ["one  \ntwo", ["text 0 one two"]],
  ])("%j is %j", (content, expected) => {
    expect(linesOf(content)).toEqual(expected);
  });
});

describe("HTML on a picture", () => {
  it("is its words", () => {
    const blocks = plainBlocks("<h1>Hello</h1><p>all &lt;of&gt;<br>you<script>x</script></p>", "html");

    expect(blocks.map(({ text }) => text)).toEqual(["Hello", "all <of>", "youx"]);
  });
});
