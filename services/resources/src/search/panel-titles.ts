import { panelsOf } from "../dashboards/panels.ts";
import { type JsonObject, searchedText } from "../kinds/kind.ts";

/** Characters of one title, and of all together, that a dashboard is found by. */
const MAX_TITLE = 500;
const MAX_TITLES = 16_384;

/** The titles of a dashboard's panels, each once, those in rows among them; a line each. */
export function panelTitlesOf(spec: JsonObject): string {
  const titles = new Set<string>();
  let length = 0;
  for (const panel of panelsOf(spec)) {
    const title = searchedText(panel["title"]).slice(0, MAX_TITLE).toWellFormed().replaceAll(/\s+/g, " ").trim();
    if (title === "" || titles.has(title)) continue;
    length += title.length + 1;
    if (length > MAX_TITLES) break;
    titles.add(title);
  }
  return [...titles].join("\n");
}

/** What a search for words looks at, in small letters and with a line for each part. */
export function searchedTextOf({
  title,
  tags,
  panelTitles,
}: {
  title: string;
  tags: readonly string[];
  panelTitles: string;
}): string {
  return [title.slice(0, MAX_TITLE), ...tags, panelTitles]
    .join("\n")
    .slice(0, 2 * MAX_TITLES)
    .toLowerCase()
    .toWellFormed();
}
