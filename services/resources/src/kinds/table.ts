import { dashboardKind } from "./dashboard.ts";
import { dataSourceKind } from "./data-source.ts";
import { folderKind } from "./folder.ts";
import type { Kind } from "./kind.ts";
import { playlistKind } from "./playlist.ts";
import { teamKind } from "./team.ts";

/** Every kind of resource that is served under /apis. */
export const KINDS: readonly Kind[] = [dashboardKind, playlistKind, folderKind, dataSourceKind, teamKind];
