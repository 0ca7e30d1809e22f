/** What makes snapshots, and the list of them; loaded together. */
export { ShareDialog } from "./share-dialog.tsx";
export { SnapshotsPage } from "./snapshots-page.tsx";
