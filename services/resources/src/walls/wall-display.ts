import type { Author } from "../access/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { WallDisplay } from "../resource-tables.ts";

/**
 * Says what a wall shows beside its playlist. The wall does so within seconds, and after every restart.
 *
 * @throws ResourceError `wall_not_found`
 */
export async function setWallDisplay(
  db: Store,
  id: string,
  { display, author }: { readonly display: WallDisplay; readonly author: Author },
): Promise<void> {
  const { message, night, pins } = display;
  const details = {
    message,
    night: night === null ? "" : `${night.from}-${night.to} ${night.brightness}%`,
    pins: Object.entries(pins).flat().join(" "),
  };
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("vedette.walls")
      .set({ display: JSON.stringify(display) })
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (changed === undefined) throw new ResourceError("wall_not_found");
    await recordAudit(trx, author, { action: "walls.display", target: `walls/${id}`, details });
  });
}
