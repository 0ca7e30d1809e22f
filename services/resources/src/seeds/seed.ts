import type { Author } from "../access/caller.ts";
import { permissionsOfRole } from "../access/permissions.ts";
import { dashboardKind } from "../kinds/dashboard.ts";
import { BUILT_IN_DATA_SOURCE, dataSourceKind } from "../kinds/data-source.ts";
import type { JsonObject, Kind } from "../kinds/kind.ts";
import { playlistKind } from "../kinds/playlist.ts";
import { insertNew } from "../objects/create.ts";
import { readNewDraft } from "../objects/draft.ts";
import type { Store } from "../objects/store.ts";

/** Who makes what is there at the first start, and what comes from an operator's files. */
export const SERVER: Author = {
  caller: {
    kind: "provisioning",
    uid: "vedette",
    login: "vedette",
    role: "Admin",
    isServerAdmin: true,
    via: "server",
    permissions: permissionsOfRole("Admin"),
  },
  requestId: "",
  manager: "vedette",
  address: "",
};

/** An object that is there at the first start. */
interface Seed {
  readonly kind: Kind;
  readonly name: string;
  readonly spec: JsonObject;
}

/**
 * What a new installation begins with: the built-in data source, the dashboard that shows the delivery workers, and a
 * playlist with it.
 *
 * @param deliveryWorkers - the dashboard document
 * @param metricsUrl - where the built-in metric store answers, for people to read
 */
export function firstObjects(deliveryWorkers: JsonObject, metricsUrl: string): Seed[] {
  const name = "delivery-workers";
  return [
    {
      kind: dataSourceKind,
      name: BUILT_IN_DATA_SOURCE,
      spec: { title: "Vedette", type: "prometheus", url: metricsUrl, isDefault: false },
    },
    { kind: dashboardKind, name, spec: deliveryWorkers },
    {
      kind: playlistKind,
      name: "welcome",
      spec: { title: "Welcome wall", interval: "30s", items: [{ type: "dashboard_by_uid", value: name }] },
    },
  ];
}

/** Stores each object once in the life of a database: what people remove later stays removed. */
export async function plantSeeds(db: Store, seeds: readonly Seed[], now: Date): Promise<void> {
  for (const seed of seeds) await db.transaction().execute(async (trx) => await plant(trx, seed, now));
}

async function plant(trx: Store, { kind, name, spec }: Seed, now: Date): Promise<void> {
  const first = await trx
    .insertInto("vedette.seeds")
    .values({ name: `${kind.plural}/${name}` })
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .executeTakeFirst();
  if (first === undefined) return;
  const namespace = "default";
  const value = { metadata: { name }, spec };
  const draft = readNewDraft(kind, namespace, { value, text: JSON.stringify(value) });
  await insertNew(trx, { kind, namespace, author: SERVER, mode: "store", now }, draft);
}
