import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./call.ts";
import { becomeAdministrator, PASSWORD } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

describe("signing in to the web UI", () => {
  let vedette: RunningVedette;

  beforeAll(async () => {
    vedette = await startVedette({ env: { VEDETTE_RATE_LIMIT_TOKEN_REFRESH: "2/1h" } });
    await becomeAdministrator(vedette);
  }, 120_000);

  afterAll(async () => void (await vedette.stop()));

  it("has the limit of every sign-in, whichever door is tried", async () => {
    const body = { email: "ada@example.com", password: "a guess of somebody" };
    const atTheUi = (password: string) => call(`${vedette.url}/api/login`, { body: { ...body, password } });

    expect((await atTheUi("wrong")).status).toBe(401);
    expect((await call(`${vedette.url}/auth/v1/token?grant_type=password`, { body })).status).toBe(400);
    const refused = await atTheUi(PASSWORD);

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
