/** A kind of resource that is exported and imported. */
export interface TransferKind {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  /** Names of objects that every server has of its own. */
  readonly builtIn?: readonly string[];
}

/** In the order in which they are stored: what others lie in or name comes first. */
export const TRANSFER_KINDS: readonly TransferKind[] = [
  { kind: "Folder", group: "folder.vedette.app", plural: "folders" },
  { kind: "DataSource", group: "datasource.vedette.app", plural: "datasources", builtIn: ["vedette"] },
  { kind: "Team", group: "team.vedette.app", plural: "teams" },
  { kind: "Dashboard", group: "dashboard.vedette.app", plural: "dashboards" },
  { kind: "Playlist", group: "playlist.vedette.app", plural: "playlists" },
];

export function collectionPath({ group, plural }: TransferKind): string {
  return `/apis/${group}/v1/namespaces/default/${plural}`;
}
