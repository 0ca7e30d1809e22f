import { setImmediate as afterReading } from "node:timers/promises";
import { sql } from "kysely";
import type { StoredVersion } from "../resource-tables.ts";
import { newestResourceVersion, type ObjectKey, readCurrentPlace, type Store } from "./store.ts";

/** Which version is current and where it lies. */
type Place = Pick<StoredVersion, "resource_version" | "folder">;

interface Question {
  readonly key: ObjectKey;
  readonly answer: (place: Place | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** One statement asks for no more. */
const MOST_TOGETHER = 100;

const queues = new WeakMap<Store, Question[]>();

/**
 * Finds out which version an object has now. Questions that come while the one before is on its way are one statement:
 * to many readers the way to the store costs more than what is asked there. Nobody is answered by what was asked before
 * they came.
 */
export async function currentPlace(db: Store, key: ObjectKey): Promise<Place | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Place | undefined>();
  const question = { key, answer: resolve, fail: reject };
  const queue = queues.get(db);
  if (queue === undefined) {
    queues.set(db, [question]);
    void askAll(db);
  } else queue.push(question);
  return await promise;
}

async function askAll(db: Store): Promise<void> {
  // Whoever came by the same reading of the network asks along at once.
  await afterReading();
  for (;;) {
    const together = queues.get(db)?.splice(0, MOST_TOGETHER) ?? [];
    const [first, ...others] = together;
    if (first === undefined) break;
    try {
      const places = others.length === 0 ? [await readCurrentPlace(db, first.key)] : await readPlaces(db, together);
      for (const [index, { answer }] of together.entries()) answer(places[index]);
    } catch (error) {
      for (const { fail } of together) fail(error);
    }
  }
  queues.delete(db);
}

/** In the order of the questions. */
async function readPlaces(db: Store, questions: readonly Question[]): Promise<(Place | undefined)[]> {
  const column = (name: keyof ObjectKey) => questions.map(({ key }) => key[name]);
  const { rows } = await sql<Place & { at: string }>`
    select wanted.at, current.resource_version, current.folder
    from unnest(${column("resource")}::text[], ${column("namespace")}::text[], ${column("name")}::text[])
      with ordinality as wanted (resource, namespace, name, at)
    join vedette.object_versions current
      on current.resource = wanted.resource collate "C" and current.namespace = wanted.namespace collate "C"
        and current.name = wanted.name collate "C"
    where current.superseded_by is null and not current.is_deleted`.execute(db);
  const placeByOrdinal = new Map(rows.map(({ at, ...place }) => [Number(at), place]));
  return questions.map((_question, index) => placeByOrdinal.get(index + 1));
}

/** A question that is on its way, and the one that all who came since then wait for. */
interface Asking {
  readonly now: Promise<string>;
  next: Promise<string> | undefined;
}

const newestByStore = new WeakMap<Store, Asking>();

/** As `newestResourceVersion`; those who ask while a question is on its way share the next one. */
export async function newestVersionTogether(db: Store): Promise<string> {
  const asking = newestByStore.get(db);
  if (asking === undefined) return await askNewest(db);
  const again = () => askNewest(db);
  asking.next ??= asking.now.then(again, again);
  return await asking.next;
}

function askNewest(db: Store): Promise<string> {
  const now = newestResourceVersion(db);
  const asking: Asking = { now, next: undefined };
  newestByStore.set(db, asking);
  const end = () => {
    if (newestByStore.get(db) === asking) newestByStore.delete(db);
  };
  now.then(end, end);
  return now;
}
