import { ComponentModel } from "echarts/core";

/** Bundlers replace this by what they build for; only in this spelling. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** What an event needs that only some doors of the package register, as main type and sub type. */
const NEEDS: Readonly<Record<string, { readonly parts: readonly string[]; readonly door: string }>> = {
  georoam: { parts: ["geo", "series.map"], door: "geo" },
  geoselectchanged: { parts: ["geo"], door: "geo" },
  graphroam: { parts: ["series.graph"], door: "graph" },
  treeroam: { parts: ["series.tree"], door: "tree" },
  treeexpandandcollapse: { parts: ["series.tree"], door: "tree" },
  sankeyroam: { parts: ["series.sankey"], door: "sankey" },
  dragnode: { parts: ["series.sankey"], door: "sankey" },
  dataviewchanged: { parts: ["toolbox"], door: "toolbox" },
  magictypechanged: { parts: ["toolbox"], door: "toolbox" },
  restore: { parts: ["toolbox"], door: "toolbox" },
  timelinechanged: { parts: ["timeline.slider"], door: "timeline" },
  timelineplaychanged: { parts: ["timeline.slider"], door: "timeline" },
};

const warned = new Set<string>();

/**
 * Tells once, while developing, that an event cannot happen because what causes it was not imported: the library takes
 * such a handler without a word.
 */
export function warnOfMissingPart(event: string): void {
  if (process.env.NODE_ENV === "production" || warned.has(event)) return;
  const need = NEEDS[event];
  if (need === undefined || need.parts.some(isRegistered)) return;
  warned.add(event);
  // biome-ignore lint/suspicious/noConsole: a hint for who writes a page, never shown in production
  console.warn(`"${event}" cannot happen yet: import "@vedette/chart/${need.door}" or "@vedette/chart/full".`);
}

function isRegistered(part: string): boolean {
  const [mainType = "", subType] = part.split(".");
  // The class registry of the library, which its types leave out.
  const registry = ComponentModel as unknown as { getClass?: (mainType: string, subType?: string) => unknown };
  return registry.getClass === undefined || Boolean(registry.getClass(mainType, subType));
}
