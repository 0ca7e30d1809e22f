import { isDeepStrictEqual } from "node:util";
import { changesTold } from "@vedette/identity";
import type { Author } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { WallDisplay } from "../resource-tables.ts";

interface DisplayWish {
  readonly display: WallDisplay;
  /** What it showed when it was read; when it is absent, the last of two changes stands. */
  readonly seen: WallDisplay | undefined;
  readonly author: Author;
}

/**
 * Says what a wall shows beside its playlist. The wall does so within seconds, and after every restart.
 *
 * @throws ResourceError `wall_not_found`, `wall_overtaken`
 */
export async function setWallDisplay(db: Store, id: string, { display, seen, author }: DisplayWish): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const wall = trx.selectFrom("vedette.walls").select("display").where("id", "=", id).forUpdate();
    const before = await wall.executeTakeFirst();
    if (before === undefined) throw new ResourceError("wall_not_found");
    if (seen !== undefined && !isDeepStrictEqual(seen, before.display)) throw new ResourceError("wall_overtaken");
    await trx
      .updateTable("vedette.walls")
      .set({ display: JSON.stringify(display) })
      .where("id", "=", id)
      .execute();
    const details = told(display);
    const changes = changesTold(told(before.display), details, ["message", "night", "pins"]);
    await recordAudit(trx, author, { action: "walls.display", target: `walls/${id}`, details, changes });
  });
}

/** As the audit log tells of it. */
function told({ message, night, pins }: WallDisplay) {
  return {
    message,
    night: night === null ? "" : `${night.from}-${night.to} ${night.brightness}%`,
    pins: Object.entries(pins).flat().join(" "),
  };
}
