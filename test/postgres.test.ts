import { randomBytes } from "node:crypto";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call, cookieOf } from "./call.ts";
import { freePort } from "./free-port.ts";
import { killWhileWriting } from "./kill-while-writing.ts";
import { addPerson, becomeAdministrator, mailTo, openLink, PASSWORD, signIn } from "./people.ts";
import { aDataDir, type RunningVedette, removeDataDir, runVedette, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

interface Dashboard {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

const drops: (() => Promise<void>)[] = [];

afterAll(async () => void (await Promise.all(drops.map((drop) => drop()))));

/** The address of an empty database, which is dropped when all tests of the file have run. */
async function aDatabase(): Promise<string> {
  const { url, drop } = await createPostgresTestDatabase();
  drops.push(drop);
  return url;
}

describe("a watch room on PostgreSQL", () => {
  const dataDir = aDataDir();
  let env: Record<string, string>;
  let vedette: RunningVedette;

  beforeAll(async () => {
    env = { VEDETTE_DATABASE_URL: await aDatabase() };
    vedette = await startVedette({ dataDir, env });
  }, 120_000);

  afterAll(async () => {
    await vedette.stop();
    removeDataDir(dataDir);
  });

  /** With the secret key. */
  const ask = (path: string, options: { method?: string; body?: unknown } = {}) =>
    call<Dashboard>(vedette.url + path, { bearer: vedette.keys.secret_key, ...options });

  it("signs people up by mail, and in", async () => {
    const email = "grace@example.com";
    const signUp = await call(`${vedette.url}/auth/v1/signup`, { body: { email, password: PASSWORD } });
    expect(signUp.status).toBe(200);
    await openLink((await mailTo(vedette, email)).link);

    const { access_token: bearer } = await signIn(vedette, email);

    expect((await call(`${vedette.url}/api/user`, { bearer })).body).toMatchObject({ email, role: "Viewer" });
  });

  it("keeps dashboards: makes, changes, lists and removes them, and lets nobody overwrite what they have not seen", async () => {
    const made = await ask(DASHBOARDS, { body: { metadata: { name: "sea" }, spec: { title: "Sea" } } });
    expect(made.status, made.text).toBe(201);
    const { resourceVersion } = made.body.metadata;
    const change = (title: string) => ({
      method: "PUT",
      body: { metadata: { name: "sea", resourceVersion }, spec: { title } },
    });

    expect((await ask(`${DASHBOARDS}/sea`, change("Sea, rough"))).status).toBe(200);
    const overtaken = await ask(`${DASHBOARDS}/sea`, change("Sea, calm"));
    expect([overtaken.status, overtaken.body]).toEqual([409, expect.objectContaining({ reason: "Conflict" })]);
    expect((await ask(`${DASHBOARDS}/sea`)).body.spec).toEqual({ title: "Sea, rough" });

    const { body: list } = await call<{ items: Dashboard[] }>(`${vedette.url}${DASHBOARDS}?limit=500`, {
      bearer: vedette.keys.secret_key,
    });
    expect(list.items.map(({ metadata }) => metadata.name)).toContain("sea");
    expect((await ask(`${DASHBOARDS}/sea`, { method: "DELETE" })).status).toBe(200);
    expect((await ask(`${DASHBOARDS}/sea`)).status).toBe(404);
  });

  it("has everything after the next start", { timeout: 120_000 }, async () => {
    const cookie = await becomeAdministrator(vedette);
    const { access_token: bearer } = await signIn(vedette, "ada@example.com");
    await ask(DASHBOARDS, { body: { metadata: { name: "kept" }, spec: { title: "Kept", n: 1 } } });
    const { port } = new URL(vedette.url);
    expect(await vedette.stop()).toBe(0);

    vedette = await startVedette({ dataDir, env: { ...env, VEDETTE_UI_PORT: port } });

    expect((await ask(`${DASHBOARDS}/kept`)).body.spec).toEqual({ title: "Kept", n: 1 });
    expect((await call(`${vedette.url}/api/user`, { cookie })).body).toMatchObject({ role: "Admin" });
    expect((await call(`${vedette.url}/auth/v1/user`, { bearer })).status).toBe(200);
    expect((await mailTo(vedette, "ada@example.com")).subject).toBe("Your watch room is ready");
  });
});

describe("two processes on one database", () => {
  let databaseUrl: string;
  let one: RunningVedette;
  let other: RunningVedette;

  beforeAll(async () => {
    databaseUrl = await aDatabase();
    const port = String(await freePort());
    const env = {
      VEDETTE_DATABASE_URL: databaseUrl,
      VEDETTE_PUBLIC_URL: `http://localhost:${port}`,
      VEDETTE_PUBLISHABLE_KEY: "vd_publishable_of-both-processes",
      VEDETTE_SECRET_KEY: `vd_secret_${randomBytes(32).toString("base64url")}`,
      VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID: "of-both",
      VEDETTE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    };
    [one, other] = await Promise.all([startVedette({ env: { ...env, VEDETTE_UI_PORT: port } }), startVedette({ env })]);
  }, 120_000);

  afterAll(async () => void (await Promise.all([one.stop(), other.stop()])));

  it("know the same dashboards at once", async () => {
    const bearer = one.keys.secret_key;
    const spec = { title: "Of both", panels: [] };

    await call(one.url + DASHBOARDS, { bearer, body: { metadata: { name: "both" }, spec } });
    const read = await call<Dashboard>(`${other.url}${DASHBOARDS}/both`, { bearer });

    expect(read.body.spec).toEqual(spec);
  });

  it("know the same people: a session of one lives in the other, and ends in both", async () => {
    await addPerson(one, "ada@example.com");
    const { access_token: bearer } = await signIn(one, "ada@example.com");
    const statusIn = async ({ url }: RunningVedette) => (await call(`${url}/auth/v1/user`, { bearer })).status;

    expect([await statusIn(one), await statusIn(other)]).toEqual([200, 200]);
    expect((await call(`${other.url}/auth/v1/logout?scope=local`, { method: "POST", bearer })).status).toBe(204);
    expect([await statusIn(one), await statusIn(other)]).toEqual([403, 403]);
  });

  it("know the same browsers: signed in through one, signed out through the other", async () => {
    await addPerson(other, "grace@example.com");
    const body = { email: "grace@example.com", password: PASSWORD };
    const cookie = cookieOf(await call(`${one.url}/api/login`, { body }));
    const statusIn = async ({ url }: RunningVedette) => (await call(`${url}/api/user`, { cookie })).status;

    expect([await statusIn(one), await statusIn(other)]).toEqual([200, 200]);
    expect((await call(`${other.url}/api/logout`, { method: "POST", cookie })).status).toBe(200);
    expect([await statusIn(one), await statusIn(other)]).toEqual([401, 401]);
  });

  it("send each mail once", async () => {
    const addresses = Array.from({ length: 10 }, (_, index) => `guest${index}@example.com`);
    await Promise.all(
      addresses.map((email, index) => {
        const { url, keys } = index % 2 === 0 ? one : other;
        return call(`${url}/auth/v1/invite`, { bearer: keys.secret_key, body: { email } });
      }),
    );

    await Promise.all(addresses.map((email) => mailTo(one, email)));

    const inbox = await call<{ mails: { to: string }[] }>(`${other.url}/api/inbox`, { bearer: one.keys.secret_key });
    const guests = inbox.body.mails.map(({ to }) => to).filter((to) => to.startsWith("guest"));
    expect(guests.sort()).toEqual(addresses);
  });

  it("have the same master key: a third one without it does not come up, and says what is missing", async () => {
    const dataDir = aDataDir();
    onTestFinished(() => removeDataDir(dataDir));

    const { exitCode, output } = await runVedette([], {
      VEDETTE_DATABASE_URL: databaseUrl,
      VEDETTE_DATA_DIR: dataDir,
      VEDETTE_UI_PORT: String(await freePort()),
      VEDETTE_LOG_LEVEL: "error",
    });

    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([
      expect.stringMatching(/"of-both", which is not configured.*VEDETTE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS/),
    ]);
  });

  it("let one administrator in, whoever of them is asked", async () => {
    const codes = [one, other].map(({ keys }) => keys.setup_url?.split("#code=")[1]);
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(`${(index % 2 === 0 ? one : other).url}/api/setup`, {
          body: { code: codes[index % 2], email: `first${index}@example.com`, password: PASSWORD },
        }),
      ),
    );

    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(attempts.filter(({ status }) => ![200, 403, 404].includes(status))).toEqual([]);
  });
});

describe("a process on PostgreSQL that is killed while it writes", () => {
  it("has lost nothing that it acknowledged", { timeout: 240_000 }, async () => {
    const dataDir = aDataDir();
    onTestFinished(() => removeDataDir(dataDir));
    const env = { VEDETTE_DATABASE_URL: await aDatabase() };

    const { lost, acknowledged } = await killWhileWriting(() => startVedette({ dataDir, env }), 5);

    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(50);
  });
});
