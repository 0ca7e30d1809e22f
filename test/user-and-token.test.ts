import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { becomeAdministrator, PASSWORD, signIn } from "./people.ts";
import { type RunningVedette, runVedette, startVedette } from "./running-server.ts";

let vedette: RunningVedette;

beforeAll(async () => {
  vedette = await startVedette();
  await becomeAdministrator(vedette);
}, 120_000);

afterAll(() => vedette.stop());

/** The command as somebody calls it who may read the data directory of this machine's server. */
const run = (args: readonly string[], input?: string) =>
  runVedette(
    [...args, "--server", vedette.url],
    { VEDETTE_DATA_DIR: vedette.dataDir, VEDETTE_UI_PORT: new URL(vedette.url).port },
    input,
  );

describe("vedette user", () => {
  it("adds somebody with a password from standard input, and a role", async () => {
    const made = await run(["user", "create", "eve@example.com", "--password", "--role", "Editor"], `${PASSWORD}\n`);

    expect(made).toEqual({ exitCode: 0, output: "eve@example.com is here as Editor.\n" });
    const { access_token } = await signIn(vedette, "eve@example.com");
    const mine = await call<{ orgRole: string }>(`${vedette.url}/api/user/orgs`, { bearer: access_token });
    expect(mine.text).toContain("Editor");
    expect((await run(["user"])).output).toMatch(/^Editor {2}confirmed {2,}eve@example\.com$/m);
  });

  it("prints a link by which somebody without a password gets in, once", async () => {
    const { output, exitCode } = await run(["user", "create", "bea@example.com", "--name", "Bea"]);
    expect(exitCode, output).toBe(0);
    const link = output.trim().split("\n").at(-1) ?? "";

    const first = await fetch(link, { redirect: "manual" });
    expect(first.headers.get("location")).toMatch(new RegExp(`^${vedette.url}/reset[#?].*access_token=`));
    const second = await fetch(link, { redirect: "manual" });
    expect(second.headers.get("location")).toContain("error_code=otp_expired");
  });

  it("changes roles, keeps somebody out and lets them in again, and removes them", async () => {
    await run(["user", "create", "cid@example.com", "--password"], PASSWORD);

    expect(await run(["user", "role", "cid@example.com", "--role", "Admin"])).toMatchObject({ exitCode: 0 });
    expect((await run(["user", "list"])).output).toMatch(/^Admin {3}confirmed {2,}cid@/m);
    expect((await run(["user", "ban", "cid@example.com"])).output).toBe("cid@example.com may not sign in any more.\n");
    const body = { email: "cid@example.com", password: PASSWORD };
    const token = () => call(`${vedette.url}/auth/v1/token?grant_type=password`, { body });
    expect((await token()).body).toMatchObject({ error_code: "user_banned" });
    await run(["user", "unban", "cid@example.com"]);
    expect((await token()).status).toBe(200);
    expect((await run(["user", "delete", "cid@example.com"])).output).toBe("cid@example.com is gone.\n");
    expect((await token()).status).toBe(400);
  });

  it("carries everybody to another server, with passwords and bans", async () => {
    await run(["user", "create", "fay@example.com", "--password"], PASSWORD);
    await run(["user", "create", "gus@example.com", "--password"], PASSWORD);
    await run(["user", "ban", "gus@example.com"]);
    await run(["user", "create", "hal@example.com", "--password"], PASSWORD);
    const file = join(mkdtempSync(join(tmpdir(), "vedette-users-")), "users.jsonl");
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));

    const written = await run(["user", "export", file]);
    expect(written.output).toMatch(/^\d+ people in .+users\.jsonl\. It holds the hashes/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(["user", "export", file])).toMatchObject({ exitCode: 1 });
    // A directory shuts people out for good; the next one is another person with the address of somebody here.
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const changed = lines.map((line) => {
      const user = JSON.parse(line);
      if (user.email === "gus@example.com") return JSON.stringify({ ...user, banned_until: "9999-12-31T23:59:59Z" });
      return user.email === "hal@example.com" ? JSON.stringify({ ...user, id: randomUUID() }) : line;
    });
    writeFileSync(file, `${changed.join("\n")}\n`);
    for (const name of ["fay", "gus"]) await run(["user", "delete", `${name}@example.com`]);
    appendFileSync(file, '{"email":"no address"}\nno JSON\n{"email":"hal@example.com"}\n');
    const read = await run(["user", "import", file]);

    expect(read.output).toMatch(/line \d+: Unable to validate email address.*\n.*line \d+: is no JSON object/);
    expect(read.output).toMatch(/line \d+: .*already been registered/);
    // The administrator by id, Hal by his address where the line knows no id.
    const here = lines.length - 3 + 1;
    expect(read.output).toContain(`2 people are new, ${here} were here already, 3 could not be taken in.`);
    expect(read.exitCode).toBe(1);
    expect(await signIn(vedette, "fay@example.com")).toHaveProperty("access_token");
    const body = { email: "gus@example.com", password: PASSWORD };
    const gus = await call(`${vedette.url}/auth/v1/token?grant_type=password`, { body });
    expect(gus.body).toMatchObject({ error_code: "user_banned" });
    for (const name of ["fay", "gus", "hal"]) await run(["user", "delete", `${name}@example.com`]);
  });

  it("says what is wrong", async () => {
    const cases: [string[], string][] = [
      [["user", "create", "no-address"], "Unable to validate email address"],
      [["user", "create", "eve@example.com"], "already been registered"],
      [["user", "role", "eve@example.com"], "--role Viewer, Editor or Admin"],
      [["user", "role", "eve@example.com", "--role", "Emperor"], "role"],
      [["user", "delete", "nobody@example.com"], "no such person"],
      [["user", "create", "dan@example.com", "--password"], "standard input has no password"],
      [["user", "forget"], "user takes list, create"],
      [["user", "export"], "user export takes one file"],
      [["user", "import", "/nowhere.jsonl"], "/nowhere.jsonl cannot be read"],
    ];
    for (const [args, reason] of cases) {
      const { exitCode, output } = await run(args);
      expect(output.toLowerCase(), args.join(" ")).toContain(reason.toLowerCase());
      expect(exitCode, args.join(" ")).toBe(1);
    }
  });
});

describe("vedette token", () => {
  const reads = async (bearer: string) =>
    (await call(`${vedette.url}/apis/dashboard.vedette.app/v1/namespaces/default/dashboards?limit=1`, { bearer }))
      .status;

  it("makes a service account with a token that works until it is revoked", async () => {
    const made = await run(["token", "create", "deploys", "--role", "Editor", "--duration", "30d", "--name", "ci"]);
    const token = made.output.trim();
    const other = (await run(["token", "create", "deploys"])).output.trim();

    expect(await reads(token)).toBe(200);
    expect((await run(["token"])).output).toMatch(/^Editor {2}deploys {2}ci {2}20\d\d-/m);
    expect((await run(["token", "list"])).output).toMatch(/^Editor {2}deploys {2}deploys 20\S+ {2}never ends$/m);
    expect((await run(["token", "revoke", "deploys", "ci"])).output).toBe("ci is not accepted any more.\n");
    expect([await reads(token), await reads(other)]).toEqual([401, 200]);
    await run(["token", "revoke", "deploys"]);
    expect(await reads(other)).toBe(401);
  });

  it("makes a token for a part of what its account may", async () => {
    const permissions = ["--permission", "dashboards:read folders:uid:ops", "--permission", "playlists:read"];
    const token = (await run(["token", "create", "gauges", "--role", "Editor", ...permissions])).output.trim();
    const make = (path: string) => call(`${vedette.url}${path}`, { method: "POST", bearer: token, body: {} });

    expect(await reads(token)).toBe(200);
    expect((await make("/apis/playlist.vedette.app/v1/namespaces/default/playlists")).status).toBe(403);
    expect((await make("/apis/dashboard.vedette.app/v1/namespaces/default/dashboards")).status).toBe(403);
  });

  it.each([
    [["token", "create", "deploys", "--permission", "dashboards:fly"], "dashboards:fly"],
    [["token", "create", "deploys", "--role", "Admin"], "deploys is Editor already"],
    [["token", "create", "x", "--duration", "soon"], "--duration soon: write a number"],
    [["token", "revoke", "nobody"], "there is no service account nobody"],
    [["token", "revoke", "deploys", "ci"], "deploys has no token ci"],
    [["token", "create"], "token takes list"],
  ])("%j says what is wrong", async (args, reason) => {
    expect(await run(args)).toEqual({ exitCode: 1, output: expect.stringContaining(reason) });
  });
});
