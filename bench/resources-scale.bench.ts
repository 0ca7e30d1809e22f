import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startDurableCluster } from "../platform/database/test/postgres-cluster.ts";
import { aDataDir, type RunningVedette, removeDataDir, startVedette } from "../test/running-server.ts";
import { compareRates, createDatabaseOn, type HttpAnswer, type HttpClient, httpClientOf, median } from "./http-load.ts";
import type { BenchRow } from "./run.ts";

const NAMESPACE = "/apis/dashboard.vedette.app/v1/namespaces/default";
const COLLECTION = `${NAMESPACE}/dashboards`;
const FOLDERS = "/apis/folder.vedette.app/v1/namespaces/default/folders";
const FEW = 1000;
const MANY = 100_000;
/** Each hundredth dashboard lies in the folder that a reader may see. */
const IN_FOLDER = 100;
const PAGE = 100;
const DEEP_PAGE = 900;
const START_GOAL_SECONDS = 3;
const START_ROUNDS = 3;

/** A store of 100,000 dashboards beside one of 1,000, its last pages beside its first, a reader beside an administrator. */
export default async function benchScale(): Promise<readonly BenchRow[]> {
  const cluster = await startDurableCluster();
  if (cluster === undefined) throw new Error("PostgreSQL is needed: sudo apt-get install postgresql");
  const small = await openStore(await createDatabaseOn(cluster.url, "small"), FEW);
  const large = await openStore(await createDatabaseOn(cluster.url, "large"), MANY);
  try {
    const token = await tokenOf(large, DEEP_PAGE);
    const page =
      (store: Store, query = "") =>
      async () =>
        await store.ask(store.admin, `?limit=${PAGE}${query}`);
    const reader = async () => await large.ask(large.reader, `?limit=${PAGE}`);
    const one = (store: Store) => async () => await store.ask(store.admin, "/d000500");
    const search = (store: Store) => async () =>
      expectSkimmed(await store.http.skim("/api/search?type=dash-db&query=number%2050&limit=50", store.admin));
    const words = (store: Store, query: string) => async () =>
      expectSkimmed(await store.http.skim(`${NAMESPACE}/search?type=dash-db&query=${query}&limit=50`, store.admin));
    const many = MANY.toLocaleString("en-GB");
    return [
      await compareRates(`page ${DEEP_PAGE} of ${many}, against page 1 (goal 0.77)`, page(large, token), page(large)),
      await compareRates(`page 1 of ${many}, against 1,000 (goal 0.67)`, page(large), page(small)),
      await compareRates(`one of ${many}, against 1,000`, one(large), one(small)),
      await compareRates(`a reader of one folder, against an administrator (goal 0.5)`, reader, page(large)),
      await compareRates(`search in ${many}, against 1,000`, search(large), search(small)),
      await compareRates(`words in ${many}, against 1,000`, words(large, "number%2050"), words(small, "number%2050")),
      await compareRates(`words a letter off in ${many}`, words(large, "numbr%2050"), words(small, "numbr%2050")),
      ...(await startsOf(large, small)),
    ];
  } finally {
    for (const { vedette, dataDir } of [small, large]) {
      await vedette.stop();
      removeDataDir(dataDir);
    }
    await cluster.remove();
  }
}

interface Store {
  vedette: RunningVedette;
  /** Holds the key of what is sealed in the database. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly http: HttpClient;
  readonly admin: Record<string, string>;
  /** May read one folder and nothing else. */
  readonly reader: Record<string, string>;
  ask(who: Record<string, string>, path: string): Promise<void>;
}

async function openStore(databaseUrl: string, dashboards: number): Promise<Store> {
  const dataDir = aDataDir();
  const vedette = await start({ databaseUrl, dataDir });
  const http = httpClientOf(vedette.url, "");
  const key = { authorization: `Bearer ${vedette.keys.secret_key}` };
  const send = async (path: string, body: object) =>
    JSON.parse(expectOk(await http.send("POST", path, body, key)).text);
  await send(FOLDERS, { metadata: { name: "seen" }, spec: { title: "Seen" } });
  await send(COLLECTION, { metadata: { name: "d000000" }, spec: smallDocument() });
  await fill(databaseUrl, dashboards);
  const account = async (role: string) => {
    const { id } = await send("/api/serviceaccounts", { name: role, role });
    const { key: token } = await send(`/api/serviceaccounts/${id}/tokens`, { name: "bench" });
    return { id: String(id), headers: { authorization: `Bearer ${token}` } };
  };
  const [admin, reader] = [await account("Admin"), await account("None")];
  await send(`/api/access-control/folders/seen/users/${reader.id}`, { permission: "View" });
  return {
    vedette,
    dataDir,
    databaseUrl,
    http,
    admin: admin.headers,
    reader: reader.headers,
    ask: async (who, path) => expectSkimmed(await http.skim(COLLECTION + path, who)),
  };
}

function start({ databaseUrl, dataDir }: Pick<Store, "databaseUrl" | "dataDir">): Promise<RunningVedette> {
  const env = { VEDETTE_DATABASE_URL: databaseUrl, VEDETTE_UI_ENABLED: "false", VEDETTE_METRICS_SCRAPE_SELF: "false" };
  return startVedette({ dataDir, env });
}

/** Copies the one dashboard that the server has made, as that would have made them. */
async function fill(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const counted = async (name: string) => {
    const update = "update vedette.counters set value = value + $1 where name = $2 returning value - $1 as before";
    return (await client.query(update, [count, name])).rows[0].before;
  };
  const [version, id] = [await counted("resource_version"), await counted("internal_id/dashboards")];
  await client.query(
    `insert into vedette.object_versions (resource_version, is_deleted, resource, namespace, name, uid, generation,
       internal_id, title, folder, tags, panel_titles, searched, labels, created_at, created_by, written_at, written_by, message, size, metadata,
       spec)
     select $2::bigint + i, false, resource, namespace, 'd' || lpad(i::text, 6, '0'), gen_random_uuid(), generation,
       $3::bigint + i, 'Number ' || i, case when i % $4 = 0 then 'seen' else '' end, tags,
       panel_titles, replace(searched, 'number 0', 'number ' || i), labels, created_at,
       created_by, written_at, written_by, message, size,
       regexp_replace(replace(metadata, 'd000000', 'd' || lpad(i::text, 6, '0')), '"resourceVersion":"d+"',
         '"resourceVersion":"' || ($2::bigint + i) || '"'),
       spec
     from vedette.object_versions, generate_series(1, $1::int) i
     where resource = 'dashboards' and name = 'd000000'`,
    [count, version, id, IN_FOLDER],
  );
  await client.query("vacuum analyze");
  await client.end();
}

/** The token that leads to a page, by way of pages as large as there are. */
async function tokenOf({ http, admin }: Store, page: number): Promise<string> {
  let token = "";
  for (let left = (page - 1) * PAGE; left > 0; left -= 10_000) {
    const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    const path = `${COLLECTION}?limit=${Math.min(left, 10_000)}${token}`;
    const { metadata } = JSON.parse(expectOk(await http.get(path, { ...admin, accept })).text);
    token = `&continue=${metadata.continue}`;
  }
  return token;
}

/** From the start of the program to its first answer about the store, beside the goal and beside a small store. */
async function startsOf(large: Store, small: Store): Promise<BenchRow[]> {
  const [ofLarge, ofSmall]: [number[], number[]] = [[], []];
  for (let round = 0; round < START_ROUNDS; round += 1) {
    ofLarge.push(await secondsToStart(large));
    ofSmall.push(await secondsToStart(small));
  }
  const [ours, peer] = [median(ofLarge), median(ofSmall)];
  const name = `start with ${MANY.toLocaleString("en-GB")} dashboards, against`;
  return [
    { name: `${name} the goal`, ours, peer: START_GOAL_SECONDS, unit: "s", ratio: START_GOAL_SECONDS / ours },
    { name: `${name} 1,000`, ours, peer, unit: "s", ratio: peer / ours },
  ];
}

async function secondsToStart(store: Store): Promise<number> {
  await store.vedette.stop();
  const begin = performance.now();
  store.vedette = await start(store);
  const headers = { authorization: `Bearer ${store.vedette.keys.secret_key}` };
  expectOk(await httpClientOf(store.vedette.url, COLLECTION).get("/d000500", headers));
  return (performance.now() - begin) / 1000;
}

/** The largest panels of a real dashboard, about 4 KB. */
function smallDocument(): object {
  const file = join(import.meta.dirname, "../services/resources/test/fixtures/traefik--traefik.json");
  const document = JSON.parse(readFileSync(file, "utf8"));
  return { ...document, title: "Number 0", panels: document.panels.slice(0, 2) };
}

function expectOk(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer;
}

function expectSkimmed(status: number): void {
  if (status !== 200) throw new Error(`${status} instead of 200`);
}
