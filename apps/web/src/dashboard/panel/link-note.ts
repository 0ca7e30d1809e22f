import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import type { TooltipContent } from "./time-series/tooltip.ts";

/** What a tooltip says, with what a press on its point would do. */
export function withLinks(content: TooltipContent, links: readonly DataLink[]): TooltipContent {
  const note = linkNote(links);
  if (note === undefined) return content;
  return { ...content, note: content.note === undefined ? note : `${content.note} · ${note}` };
}

/** Where a press leads; `undefined` for nowhere. */
export function linkNote([link, ...others]: readonly DataLink[]): string | undefined {
  const { opens, offers } = dashboardMessages.exemplar;
  if (link === undefined) return undefined;
  return others.length > 0 ? offers(others.length + 1) : opens(link.title);
}
