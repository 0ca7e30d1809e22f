import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { atRest, loadInTheEnd } from "./at-rest.ts";

/** What of the answers kept in the page may be another one after a change of a resource. */
const KEPT_BY_RESOURCE: ReadonlyMap<string, readonly string[]> = new Map([
  ["dashboards", ["dashboards", "wall"]],
  ["playlists", ["playlists", "wall"]],
  ["folders", ["dashboards", "folders"]],
  ["datasources", ["data-sources", "wall"]],
]);
/** A folder that is imported changes many objects at once; they are asked for once. */
const COLLECT_MS = 150;

/**
 * Has everything that is shown asked for again within a second when somebody else changes it.
 *
 * @param latestMs - when the connection opens at the latest, also on a page that never stops loading
 */
export function useChanges(latestMs: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const stale = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const collect = (resources: Iterable<string>): void => {
      for (const resource of resources) for (const key of KEPT_BY_RESOURCE.get(resource) ?? []) stale.add(key);
      timer ??= setTimeout(() => {
        timer = undefined;
        renew(queryClient, [...stale]);
        stale.clear();
      }, COLLECT_MS);
    };
    void atRest(ending.signal, latestMs).then(async () => {
      // Not among what a first visit loads.
      const { followChanges } = await loadInTheEnd(() => import("./follow-changes.ts"));
      if (ending.signal.aborted) return;
      followChanges(
        { onGap: () => collect(KEPT_BY_RESOURCE.keys()), onChange: ({ resource }) => collect([resource]) },
        ending.signal,
      );
    });
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [queryClient, latestMs]);
}

function renew(queryClient: QueryClient, keys: readonly string[]): void {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
}
