import { dashboardKind } from "./dashboard.ts";
import { dataSourceKind } from "./data-source.ts";
import { OWN_SUFFIX } from "./dialect.ts";
import { folderKind } from "./folder.ts";
import type { Kind } from "./kind.ts";
import { playlistKind } from "./playlist.ts";
import { teamKind } from "./team.ts";

/** Every kind of resource that is served under /apis. */
export const KINDS: readonly Kind[] = [dashboardKind, playlistKind, folderKind, dataSourceKind, teamKind];

/**
 * Every kind as it is served, also under the suffix of another product that clients have built in: `dashboard.<suffix>`,
 * with `<suffix>/folder` and its like for the server's own labels and annotations. What is stored is the same.
 *
 * @param suffix - empty for none
 */
export function servedKinds(suffix: string): readonly Kind[] {
  if (suffix === "" || suffix === OWN_SUFFIX) return KINDS;
  return [...KINDS, ...KINDS.map((kind) => inDialect(kind, suffix))];
}

/** Short names and categories stay with the kinds themselves, so that nothing is listed twice. */
function inDialect(kind: Kind, dialect: string): Kind {
  const group = kind.group.replace(new RegExp(`${OWN_SUFFIX}$`), dialect);
  return { ...kind, group, dialect, shortNames: [], categories: [] };
}
