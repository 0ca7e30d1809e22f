import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { dashboardSearchQuery, deleteDashboard } from "../api/dashboards.ts";
import { createPlaylist, deletePlaylist, playlistsQuery } from "../api/playlists.ts";
import { restoreDashboard } from "../api/trash.ts";

/** The dashboard that every instance has from its first start. */
export const DEMO = "delivery-workers";
/** The playlist that every instance has from its first start. */
export const WELCOME = "welcome";

/** Brings back of the demo what was removed; what is there stays as it is. */
export async function makeDemo(queryClient: QueryClient): Promise<void> {
  const [dashboards, playlists] = await Promise.all([
    queryClient.fetchQuery({ ...dashboardSearchQuery({ dashboardUIDs: [DEMO], limit: 1 }), staleTime: 0 }),
    queryClient.fetchQuery({ ...playlistsQuery, staleTime: 0 }),
  ]);
  // It is not in the trash any more, or is back already.
  if (dashboards.total === 0) await unless([404, 409], restoreDashboard({ uid: DEMO }));
  if (playlists.items.some(({ metadata }) => metadata.name === WELCOME)) return;
  await unless(
    [409],
    createPlaylist(WELCOME, {
      title: "Welcome wall",
      interval: "30s",
      items: [{ type: "dashboard_by_uid", value: DEMO }],
    }),
  );
}

/** Removes the demo: the playlist for good, the dashboard to the trash. */
export async function removeDemo(): Promise<void> {
  await unless([404], deletePlaylist(WELCOME));
  await unless([404], deleteDashboard(DEMO));
}

/** What is already as it shall be is no fault. */
async function unless(statuses: readonly number[], change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!(error instanceof ApiError && statuses.includes(error.status))) throw error;
  });
}
