import { AREAS, type AreaName, pictureOf, SCREENS, type Screen, SIZES, THEMES } from "../pictures/screens.ts";

/** Pages of the documentation that show every screen, by area; the pictures are taken by `npm run docs:pictures`. */
export const screenPages: readonly { readonly path: string; readonly make: () => string }[] = [
  { path: "docs/screens/README.md", make: overview },
  ...areaNames().map((area) => ({ path: `docs/screens/${area}.md`, make: () => areaPage(area) })),
];

const NOTE = "<!-- Written by npm run docs from scripts/pictures/screens.ts -->";
/** The width that is shown at once; the others unfold. */
const FIRST = 1440;

function areaNames(): AreaName[] {
  return Object.keys(AREAS).filter((name): name is AreaName => name in AREAS);
}

function screensOf(area: AreaName): readonly Screen[] {
  return SCREENS.filter((screen) => screen.area === area);
}

function overview(): string {
  const areas = areaNames().map((area) => {
    const screens = screensOf(area).map(({ title }) => `[${title}](${area}.md#${anchorOf(title)})`);
    return `## [${AREAS[area].title}](${area}.md)\n\n${AREAS[area].lead}\n\n${screens.join(" · ")}\n`;
  });
  const widths = SIZES.map(({ name, width }) => `${name} (${width} px)`).join(", ");
  return `# Screens

${NOTE}

Every screen of Vedette in four widths, dark and light: ${widths}. The shop in them is made up.

${areas.join("\n")}`;
}

function areaPage(area: AreaName): string {
  return `# ${AREAS[area].title}

${NOTE}

${AREAS[area].lead} [All screens](README.md)

${screensOf(area).map(section).join("\n")}`;
}

function section(screen: Screen): string {
  const { title, about, name } = screen;
  const first = (theme: (typeof THEMES)[number]) => `../${pictureOf(name, FIRST, theme)}`;
  const rows = SIZES.map(({ width, name: device }) => {
    const pictures = THEMES.map((theme) => `![${title}, ${device}, ${theme}](../${pictureOf(name, width, theme)})`);
    return `| ${device}, ${width} px | ${pictures.join(" | ")} |`;
  });
  return `## ${title}

${about}

<picture>
  <source media="(prefers-color-scheme: light)" srcset="${first("light")}">
  <img src="${first("dark")}" alt="${altOf(screen)}" width="100%">
</picture>

<details>
<summary>In four widths, dark and light</summary>

|  | Dark | Light |
| --- | --- | --- |
${rows.join("\n")}

</details>
`;
}

function altOf({ title, about }: Screen): string {
  return `${title}: ${about}`.replaceAll('"', "&quot;");
}

/** As forges make addresses of headings. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
