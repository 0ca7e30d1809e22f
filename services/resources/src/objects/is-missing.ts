import type { IncomingHttpHeaders } from "node:http";
import { callerFrom } from "../access/identified-caller.ts";
import { identifyCaller } from "../access/identify-caller.ts";
import { ResourceError } from "../errors.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import type { Resources } from "../resources.ts";
import { readObject } from "./read.ts";

/** Whether whoever sent a request is known, and would be told that there is no dashboard of this name. */
export async function isDashboardMissing(
  resources: Resources,
  { headers, ip, name }: { readonly headers: IncomingHttpHeaders; readonly ip: string; readonly name: string },
): Promise<boolean> {
  const who = await identifyCaller(resources, headers, ip);
  if (who === undefined) return false;
  const caller = await callerFrom(resources, who);
  return await readObject(resources.db, { kind: dashboardKind, namespace: "default", name, caller }).then(
    () => false,
    (error: unknown) => error instanceof ResourceError && error.code === "object_not_found",
  );
}
