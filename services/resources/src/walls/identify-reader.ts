import type { IncomingHttpHeaders } from "node:http";
import type { Identification } from "@vedette/identity";
import { identifyCaller } from "../access/identify-caller.ts";
import type { Resources } from "../resources.ts";
import { wallKeyOf } from "./wall-key.ts";
import { findWall } from "./walls.ts";

/** Who asks for series of this server's own store: as everywhere, or a wall by its key. */
export async function identifyReader(
  { db, identity }: Pick<Resources, "db" | "identity">,
  headers: IncomingHttpHeaders,
): Promise<Identification | { readonly kind: "wall"; readonly wallId: string } | undefined> {
  const key = wallKeyOf(headers.authorization);
  if (key === undefined) return await identifyCaller({ db, identity }, headers);
  const wall = await findWall(db, key);
  return wall && { kind: "wall", wallId: wall.id };
}
