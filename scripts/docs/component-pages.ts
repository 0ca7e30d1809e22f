import { COMPONENT_DOCS, type ComponentDoc } from "../../apps/web/src/help/components/component-docs.ts";
import { VARIANTS, type Variant } from "../../apps/web/src/help/components/component-variants.ts";
import { tableCell } from "./markdown.ts";

const FILES = { links: "pagination-links.md", table: "table-pagination.md", nav: "pagination-nav.md" } as const;
const NOTE = "<!-- Written by npm run docs from apps/web/src/help/components -->";

/** Pages about the components of `@vedette/ui`, of what the page in the UI is made of. */
export const componentPages: readonly { readonly path: string; readonly make: () => string }[] = COMPONENT_DOCS.map(
  (doc) => ({ path: `docs/components/${FILES[doc.name]}`, make: () => componentPage(doc) }),
);

function componentPage({ name, title, about, propTables, keys, notes, snippets }: ComponentDoc): string {
  const props = propTables.map(({ of, props }) => {
    const rows = Object.entries(props).map(([prop, fact]) => [
      `\`${prop}\``,
      `\`${fact.type}\``,
      fact.default ?? "–",
      fact.does,
    ]);
    return `### ${of}\n\n${table(["Prop", "Type", "Unless given", "What it does"], rows)}`;
  });
  const variants = Object.values<Variant>(VARIANTS[name]).map(variantOf);
  const codes = snippets.map(({ framework, code }) => `### ${framework}\n\n${codeBlock(framework, code)}\n`);
  return `# ${title}

${NOTE}

${about} Every variant is alive at \`/help/components/${name}\` of your own Vedette.

<picture>
  <source media="(prefers-color-scheme: light)" srcset="../images/screens/component-${name}-1440-light.webp">
  <img src="../images/screens/component-${name}-1440-dark.webp" alt="The variants of ${title.toLowerCase()}" width="100%">
</picture>

## Variants

${variants.join("\n")}
## Props

${props.join("\n")}
All other props reach the element, and \`ref\` too.

## Keyboard

${table(["Key", "What it does"], Object.entries(keys))}
## Accessibility

${notes.map((note) => `- ${note}`).join("\n")}

## From right to left

\`\`\`html
<div dir="rtl">…</div>
\`\`\`

The arrows turn round; nothing else is needed.

## In your framework

${codes.join("\n")}`;
}

function variantOf({ name, code, element }: Variant): string {
  const blocks = [codeBlock("React", code), ...(element === undefined ? [] : [codeBlock("HTML", element)])];
  return `### ${name}\n\n${blocks.join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(tableCell).join(" | ")} |`;
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

function codeBlock(framework: string, code: string): string {
  const language = { React: "tsx", Vue: "vue", Svelte: "svelte", Angular: "ts", HTML: "html" }[framework] ?? "";
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
