import { useQueries, useQuery } from "@tanstack/react-query";
import { LayoutDashboard, type LucideIcon, TagIcon, TriangleAlert } from "lucide-react";
import { dashboardSearchQuery, dashboardTagsQuery } from "../api/dashboards.ts";
import type { PlaylistItem } from "../api/playlists.ts";
import { playlistTexts as texts } from "./messages.ts";

export interface ItemName {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly note: string;
  /** The same dashboard as playlists name it now, where an item has it by its old number. */
  readonly uid?: string;
  /** There is no such dashboard: a wall shows a card in its place, or passes over what it cannot even name. */
  readonly lack?: "card" | "passed" | undefined;
}

/** Few playlists name dashboards by old numbers, and what a wall asks with comes with all that it draws with. */
async function nameOfId(id: string, signal: AbortSignal): Promise<string> {
  const { askNameOfId } = await import("../wall/wall-queries.ts");
  return (await askNameOfId(id, signal)) ?? "";
}

/** How items are shown: a dashboard by its title, a tag with how many dashboards it stands for now. */
export function useItemNames(items: readonly PlaylistItem[]): (item: PlaylistItem) => ItemName {
  const ids = valuesOf(items, "dashboard_by_id");
  const byId = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["dashboards", "name-of-id", id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => nameOfId(id, signal),
    })),
  });
  const uidOf = new Map(ids.map((id, at) => [id, byId[at]?.data ?? ""]));
  const uids = [...new Set([...valuesOf(items, "dashboard_by_uid"), ...uidOf.values()])].filter((uid) => uid !== "");
  const dashboards = useQuery({
    ...dashboardSearchQuery({ dashboardUIDs: uids, limit: Math.max(1, uids.length) }),
    enabled: uids.length > 0,
  });
  const tags = useQuery(dashboardTagsQuery);
  const unknown = (id: string) => (byId[ids.indexOf(id)]?.data === "" ? "passed" : undefined);
  const titleOf = (uid: string) => dashboards.data?.rows.find((row) => row.uid === uid)?.title;

  return ({ type, value }) => {
    if (type === "dashboard_by_tag") {
      const count = tags.data?.find(({ term }) => term === value)?.count ?? 0;
      const note = tags.data === undefined ? "" : texts.nowDashboards(count);
      return { icon: TagIcon, name: texts.tagged(value), note };
    }
    if (type === "dashboard_by_id") {
      const uid = uidOf.get(value) ?? "";
      const name = titleOf(uid) ?? texts.byId(value);
      return { icon: TriangleAlert, name, note: texts.byIdNote, lack: unknown(value), ...(uid !== "" && { uid }) };
    }
    const title = titleOf(value);
    const isMissing = title === undefined && dashboards.isSuccess && !dashboards.isPlaceholderData;
    return isMissing
      ? { icon: TriangleAlert, name: value, note: texts.missing, lack: "card" }
      : { icon: LayoutDashboard, name: title ?? value, note: "" };
  };
}

function valuesOf(items: readonly PlaylistItem[], wanted: PlaylistItem["type"]): readonly string[] {
  return [...new Set(items.filter(({ type }) => type === wanted).map(({ value }) => value))];
}
