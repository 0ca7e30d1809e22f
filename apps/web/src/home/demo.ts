import { ApiError } from "../api/api-error.ts";
import { deleteDashboard } from "../api/dashboards.ts";
import { createPlaylist, deletePlaylist } from "../api/playlists.ts";
import { restoreDashboard } from "../api/trash.ts";

/** The dashboard that every instance has from its first start. */
export const DEMO = "delivery-workers";
/** The playlist that every instance has from its first start. */
export const WELCOME = "welcome";

/** Brings back of the demo what was removed; what is there stays as it is. */
export async function makeDemo(): Promise<void> {
  // It never was removed, or is back already.
  await unless([404, 409], restoreDashboard({ uid: DEMO }));
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
