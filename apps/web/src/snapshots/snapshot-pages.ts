/** A snapshot to look at, with and without a session; loaded together, as both draw a dashboard. */
export { PublicSnapshotPage } from "./public-snapshot-page.tsx";
export { SnapshotPage } from "./snapshot-page.tsx";
