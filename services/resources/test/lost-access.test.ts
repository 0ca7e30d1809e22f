import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hashWallKey, newWallKey } from "../src/walls/wall-key.ts";
import { openAccessWatch } from "../src/watch/access-watch.ts";
import { at, cookieOf, DASHBOARDS, openRoom, PASSWORD, PLAYLISTS, PUBLIC_URL, type Room } from "./room.ts";

/** Streams end within a second; the rest is for a busy machine. The check without a change comes after 30 seconds. */
const SOON = { timeout: 10_000, interval: 20 };

type Headers = Readonly<Record<string, string>>;

/** A caller with access, and the ways to take it away. */
interface Subject {
  readonly headers: Headers;
  readonly id: string;
}

onEachStore("a stream of a caller that loses access [threats, Who may do what]", (openTestDatabase) => {
  let room: Room;
  let port: number;
  let count = 0;
  const open: IncomingMessage[] = [];
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    await room.app.listen({ host: "127.0.0.1", port: 0 });
    port = (room.app.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const answer of open.splice(0)) answer.destroy();
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const asKey = { as: "secret-key" } as const;
  const bearer = (token: unknown): Headers => ({ authorization: `Bearer ${String(token)}` });

  async function aUser(): Promise<Subject & { readonly email: string }> {
    count += 1;
    const email = `user-${count}@example.test`;
    const body = { email, password: PASSWORD, email_confirm: true };
    const id = String(at(await room.ask("POST", "/auth/v1/admin/users", { ...asKey, body }), "id"));
    const from = `10.0.0.${count}`;
    const signedIn = await room.ask("POST", "/auth/v1/token?grant_type=password", { as: "nobody", body, from });
    return { headers: bearer(at(signedIn, "access_token")), id, email };
  }
  async function aBrowser(): Promise<Subject> {
    const { id, email } = await aUser();
    const body = { email, password: PASSWORD };
    const signedIn = await room.ask("POST", "/api/login", { as: "nobody", body, from: `10.0.1.${count}` });
    return { headers: { cookie: cookieOf(signedIn), origin: PUBLIC_URL }, id };
  }
  async function aPersonalToken(): Promise<Subject> {
    const { headers } = await aBrowser();
    const made = await room.ask("POST", "/api/user/tokens", { as: "nobody", headers, body: { name: "script" } });
    const path = `/api/user/tokens/${String(at(made, "id"))}`;
    revocations.set(path, headers);
    return { headers: bearer(at(made, "key")), id: path };
  }
  const revocations = new Map<string, Headers>();
  async function aServiceAccount(): Promise<Subject> {
    count += 1;
    const body = { name: `robot ${count}`, role: "Viewer" };
    const id = String(at(await room.ask("POST", "/api/serviceaccounts", { body }), "id"));
    const made = await room.ask("POST", `/api/serviceaccounts/${id}/tokens`, { body: { name: "first" } });
    return { headers: bearer(at(made, "key")), id: `${id}/tokens/${String(at(made, "id"))}` };
  }
  async function aWall(): Promise<Subject> {
    const key = newWallKey();
    const { rows } = await room.database.query(
      `insert into vedette.walls (key_hash, name, playlist, created_by, given_by, expires_at)
        values ($1, 'hall', 'lobby', 'test', 'api-key:secret-key', now() + interval '1 day') returning id`,
      [hashWallKey(key)],
    );
    return { headers: bearer(key), id: String(rows[0]?.["id"]) };
  }
  const accountOf = ({ id }: Subject) => `/api/serviceaccounts/${id.split("/")[0]}`;
  const asSubject = ({ headers }: Subject) => ({ as: "nobody", headers }) as const;

  async function stream(path: string, headers: Headers) {
    const asked = request({ port, path, headers, agent: false });
    asked.end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.on("error", () => {});
    answer.resume();
    open.push(answer);
    let hasEnded = false;
    answer.once("close", () => {
      hasEnded = true;
    });
    return { status: answer.statusCode, hasEnded: () => hasEnded };
  }

  /** Every kind of response that lasts. */
  const STREAMS = [
    ["a watch", (kind: string) => `${kind === "wall" ? PLAYLISTS : DASHBOARDS}?watch=true`],
    ["the stream of a page", () => "/api/changes"],
  ] as const;

  describe.each([
    {
      reason: "a ban",
      subject: () => aUser(),
      end: ({ id }: Subject) =>
        room.ask("PUT", `/auth/v1/admin/users/${id}`, { ...asKey, body: { ban_duration: "1h" } }),
    },
    {
      reason: "the deletion of the user",
      subject: () => aUser(),
      end: ({ id }: Subject) => room.ask("DELETE", `/auth/v1/admin/users/${id}`, { ...asKey, body: {} }),
    },
    {
      reason: "a sign-out",
      subject: () => aUser(),
      end: (subject: Subject) => room.ask("POST", "/auth/v1/logout", asSubject(subject)),
    },
    {
      reason: "a sign-out in the browser",
      subject: () => aBrowser(),
      end: (subject: Subject) => room.ask("POST", "/api/logout", asSubject(subject)),
    },
    {
      reason: "the revocation of a personal token",
      subject: () => aPersonalToken(),
      end: ({ id }: Subject) => room.ask("DELETE", id, { as: "nobody", headers: revocations.get(id) ?? {} }),
    },
    {
      reason: "the revocation of a service account's token",
      subject: () => aServiceAccount(),
      end: ({ id }: Subject) => room.ask("DELETE", `/api/serviceaccounts/${id}`),
    },
    {
      reason: "the disabling of a service account",
      subject: () => aServiceAccount(),
      end: (subject: Subject) => room.ask("PATCH", accountOf(subject), { body: { isDisabled: true } }),
    },
    {
      reason: "the deletion of a service account",
      subject: () => aServiceAccount(),
      end: (subject: Subject) => room.ask("DELETE", accountOf(subject)),
    },
    {
      reason: "the unpairing of a wall",
      kind: "wall",
      subject: () => aWall(),
      end: ({ id }: Subject) => room.ask("DELETE", `/api/walls/${id}`),
    },
  ])("by $reason", ({ kind = "user", subject, end }) => {
    it.each(STREAMS)("ends %s, and no other caller's", async (_, pathOf) => {
      const [loser, other] = [await subject(), await subject()];
      const [losing, going] = await Promise.all([loser, other].map(({ headers }) => stream(pathOf(kind), headers)));
      expect([losing?.status, going?.status]).toEqual([200, 200]);

      const reply = await end(loser);
      expect(reply.status).toBeLessThan(300);

      await vi.waitFor(() => expect(losing?.hasEnded()).toBe(true), SOON);
      expect(going?.hasEnded()).toBe(false);
    });
  });

  it("by the loss of the role ends a watch", async () => {
    const { headers, id } = await aUser();
    const watching = await stream(`${DASHBOARDS}?watch=true`, headers);
    const body = { role: "None" };
    expect((await room.ask("PATCH", `/api/org/users/${id}`, { body })).status).toBe(200);

    await vi.waitFor(() => expect(watching.hasEnded()).toBe(true), SOON);
  });

  it("by the change of a custom role ends a watch", async () => {
    const { headers, id } = await aUser();
    await room.ask("PATCH", `/api/org/users/${id}`, { body: { role: "None" } });
    const permissions = [{ action: "dashboards:read", scope: "*" }];
    await room.ask("POST", "/api/access-control/roles", { body: { uid: "readers", name: "Readers", permissions } });
    await room.ask("POST", `/api/access-control/users/${id}/roles`, { body: { roleUid: "readers" } });
    const watching = await stream(`${DASHBOARDS}?watch=true`, headers);
    expect(watching.status).toBe(200);

    expect((await room.ask("DELETE", "/api/access-control/roles/readers")).status).toBeLessThan(300);
    await vi.waitFor(() => expect(watching.hasEnded()).toBe(true), SOON);
  });

  it("is checked when another process changes the access and no notification arrives", async () => {
    const { id } = await aUser();
    const { db } = room.resources;
    const watch = openAccessWatch({ database: { listen: async () => async () => {} }, db, onError: () => {} });
    const check = vi.fn(async () => {});
    const caller = { kind: "user", uid: id, login: "", role: "Viewer", isServerAdmin: false, via: "bearer" } as const;
    watch.follow({ ...caller, permissions: [] }, { check, end: () => {} });
    // The first check and that of the user's own sign-in.
    await vi.waitFor(() => expect(check).toHaveBeenCalledTimes(2), SOON);

    await room.database.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [id]);
    await vi.waitFor(() => expect(check).toHaveBeenCalledTimes(3), SOON);
    await watch.close();
  });

  it("is read at most every 100 ms while changes are notified, and a failed check ends the response", async () => {
    const reads: number[] = [];
    let notify = (_payload: string): void => undefined;
    const db = new Proxy(room.resources.db, {
      get(target, key) {
        if (key === "selectFrom") {
          reads.push(performance.now());
          notify("");
        }
        return Reflect.get(target, key, target);
      },
    });
    const listen = async (_channel: string, onPayload: typeof notify) => {
      notify = onPayload;
      return async () => {};
    };
    const watch = openAccessWatch({ database: { listen }, db, onError: () => {} });
    const caller = { kind: "user", uid: "u", login: "", role: "Viewer", isServerAdmin: false, via: "bearer" } as const;

    await new Promise<void>((end) => {
      const check = () => Promise.reject(new TypeError("cannot be checked"));
      watch.follow({ ...caller, permissions: [] }, { check, end });
    });
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(5), SOON);
    await watch.close();

    const pauses = reads.slice(1).map((at, index) => at - (reads[index] ?? 0));
    // A timer can be a millisecond early.
    expect(Math.min(...pauses)).toBeGreaterThan(98);
  });
});
