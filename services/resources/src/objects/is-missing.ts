import type { IncomingHttpHeaders } from "node:http";
import { isKnownProvider, isKnownSsoProvider } from "@vedette/identity";
import type { Caller } from "../access/caller.ts";
import { callerFrom } from "../access/identified-caller.ts";
import { identifyCaller } from "../access/identify-caller.ts";
import { authorityWith } from "../access/permissions.ts";
import { hasNoPanel } from "../dashboards/panels.ts";
import { readDraft } from "../drafts/drafts.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { folderKind } from "../kinds/folder.ts";
import { playlistKind } from "../kinds/playlist.ts";
import type { Resources } from "../resources.ts";
import { readObject } from "./read.ts";

const KINDS = { dashboards: dashboardKind, folders: folderKind, playlists: playlistKind };

/** What people sign in with, and whether one has a name: administrators have pages of them. */
const PROVIDERS = { providers: isKnownProvider, ssoProviders: isKnownSsoProvider };

/** What has pages under names of its own. */
export type PagedKind = keyof typeof KINDS | keyof typeof PROVIDERS;

interface WantedObject {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly kind: PagedKind;
  readonly name: string;
  /** Key of a panel of a dashboard, where the page shows that one alone. */
  readonly panel?: string | undefined;
}

/** Whether whoever sent a request is known, and would be told that there is no object of this name, or no such panel in it. */
export async function isObjectMissing(
  resources: Resources,
  { headers, ip, kind, name, panel }: WantedObject,
): Promise<boolean> {
  const who = await identifyCaller(resources, headers, ip);
  if (who === undefined) return false;
  const caller = await callerFrom(resources, who);
  if (kind === "providers" || kind === "ssoProviders") {
    return authorityWith(caller.permissions) === "everything" && !(await PROVIDERS[kind](resources.identity, name));
  }
  const place = { namespace: "default", name, caller };
  return await readObject(resources.db, { kind: KINDS[kind], ...place }).then(
    ({ spec }) => panel !== undefined && isPanelMissing(resources, { ...place, spec, panel }),
    (error: unknown) => error instanceof ResourceError && error.code === "object_not_found",
  );
}

interface WantedPanel {
  readonly namespace: string;
  readonly name: string;
  readonly caller: Caller;
  /** Of the dashboard, as JSON text. */
  readonly spec: string;
  readonly panel: string;
}

/** A panel that somebody has added and not saved is in the draft. */
async function isPanelMissing({ db }: Resources, { spec, panel, ...place }: WantedPanel): Promise<boolean> {
  return hasNoPanel(JSON.parse(spec), panel) && (await readDraft(db, place)) === undefined;
}
