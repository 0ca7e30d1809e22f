import type { IncomingHttpHeaders } from "node:http";
import { callerFrom } from "../access/identified-caller.ts";
import { identifyCaller } from "../access/identify-caller.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { folderKind } from "../kinds/folder.ts";
import { playlistKind } from "../kinds/playlist.ts";
import type { Resources } from "../resources.ts";
import { readObject } from "./read.ts";

const KINDS = { dashboards: dashboardKind, folders: folderKind, playlists: playlistKind };

/** Kinds whose objects have pages under their names. */
export type PagedKind = keyof typeof KINDS;

interface WantedObject {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly kind: PagedKind;
  readonly name: string;
}

/** Whether whoever sent a request is known, and would be told that there is no object of this name. */
export async function isObjectMissing(
  resources: Resources,
  { headers, ip, kind, name }: WantedObject,
): Promise<boolean> {
  const who = await identifyCaller(resources, headers, ip);
  if (who === undefined) return false;
  const caller = await callerFrom(resources, who);
  return await readObject(resources.db, { kind: KINDS[kind], namespace: "default", name, caller }).then(
    () => false,
    (error: unknown) => error instanceof ResourceError && error.code === "object_not_found",
  );
}
