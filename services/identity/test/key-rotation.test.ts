import { onEachStore } from "@vedette/database/testing";
import { decodeProtectedHeader } from "jose";
import { expect, it, vi } from "vitest";
import { addKey, changeKeyStatus, deleteKey, type KeyStore, listKeys } from "../src/keys/stored-keys.ts";
import { aUser, call, refresh, signIn } from "./call.ts";
import { type IdentityServer, startIdentity } from "./identity-server.ts";

const BY = {
  actor: { id: "00000000-0000-0000-0000-000000000000", email: "operator" },
  origin: { ipAddress: "", userAgent: "" },
};

onEachStore("signing keys", (open) => {
  it.each(["RS256", "EdDSA", "HS256"] as const)(
    "rotate to %s and sign nobody out, at two processes",
    async (algorithm) => {
      const server = await startIdentity(open);
      const other = await startIdentity(open, { beside: server });
      await aUser(server);
      const before = await signIn(server);
      const store = storeOf(server);
      const first = (await listKeys(store.db))[0]?.id ?? "";

      const next = await addKey(store, { algorithm, status: "standby" }, BY);
      await untilPublished(other, algorithm === "HS256" ? [first] : [first, next]);
      expect(decodeProtectedHeader((await signIn(server)).accessToken).kid).toBe(first);
      await changeKeyStatus(store.db, { kid: next, status: "in_use" }, BY);

      await vi.waitFor(
        async () => {
          for (const process of [server, other]) {
            expect(decodeProtectedHeader((await signIn(process)).accessToken)).toMatchObject({
              kid: next,
              alg: algorithm,
            });
          }
        },
        { timeout: 20_000, interval: 200 },
      );
      const after = await refresh(other, before.refreshToken);
      for (const bearer of [before.accessToken, String(after.json["access_token"])]) {
        expect((await call(server, "GET /user", { bearer })).status).toBe(200);
        expect((await call(other, "GET /user", { bearer })).status).toBe(200);
      }
      const { text } = await call(server, "GET /.well-known/jwks.json");
      expect(text).not.toContain('"oct"');
      await changeKeyStatus(store.db, { kid: first, status: "revoked" }, BY);
      await untilPublished(other, algorithm === "HS256" ? [] : [next]);
      expect((await call(other, "GET /user", { bearer: before.accessToken })).json["error_code"]).toBe("bad_jwt");
      await deleteKey(store.db, first, BY);
      expect((await listKeys(store.db)).map(({ id, status }) => [id, status])).toEqual([[next, "in_use"]]);
      const { rows } = await server.db.query(
        "select payload ->> 'action' as action, payload #>> '{traits,key}' as key from auth.audit_log_entries where payload ->> 'action' like 'signing%' order by created_at",
      );
      expect(rows).toEqual([
        { action: "signing_key_created", key: next },
        { action: "signing_key_updated", key: next },
        { action: "signing_key_updated", key: first },
        { action: "signing_key_deleted", key: first },
      ]);
    },
  );

  it("cannot be left without one that signs", async () => {
    const server = await startIdentity(open);
    const store = storeOf(server);
    const first = (await listKeys(store.db))[0]?.id ?? "";
    const next = await addKey(store, { algorithm: "ES256", status: "standby" }, BY);

    for (const status of ["standby", "previously_used", "revoked"] as const) {
      await expect(changeKeyStatus(store.db, { kid: first, status }, BY)).rejects.toMatchObject({
        code: "key_conflict",
      });
    }
    await expect(deleteKey(store.db, first, BY)).rejects.toMatchObject({ code: "key_conflict" });
    await changeKeyStatus(store.db, { kid: next, status: "revoked" }, BY);
    await expect(changeKeyStatus(store.db, { kid: next, status: "in_use" }, BY)).rejects.toMatchObject({
      code: "key_conflict",
    });
    await expect(changeKeyStatus(store.db, { kid: "no", status: "in_use" }, BY)).rejects.toMatchObject({
      code: "key_unknown",
    });
  });

  it("can be brought along, private part and all", async () => {
    const server = await startIdentity(open);
    const store = storeOf(server);
    const privateJwk = {
      kty: "OKP",
      crv: "Ed25519",
      d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
      x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      kid: "brought",
    };

    await addKey(store, { algorithm: "EdDSA", status: "in_use", privateJwk }, BY);

    expect(
      (await listKeys(store.db)).map(({ id, status }) => `${id === "brought" ? id : "first"} ${status}`).sort(),
    ).toEqual(["brought in_use", "first previously_used"]);
    const { d: _d, ...publicJwk } = privateJwk;
    await expect(
      addKey(store, { algorithm: "EdDSA", status: "standby", privateJwk: publicJwk }, BY),
    ).rejects.toMatchObject({
      code: "field_invalid",
    });
    await expect(addKey(store, { algorithm: "ES256", status: "standby", privateJwk }, BY)).rejects.toMatchObject({
      code: "field_invalid",
    });
  });
});

onEachStore("the audit log", (open) => {
  it("is read by administrators, newest first, by author, action or type", async () => {
    const server = await startIdentity(open);
    await aUser(server);
    await aUser(server, { email: "bob_1@example.com" });
    const { accessToken } = await signIn(server, { email: "bob_1@example.com" });
    await signIn(server);
    const read = async (search: string) => {
      const { text, headers } = await call(server, `GET /admin/audit${search}`, { bearer: server.secretKey });
      return { entries: JSON.parse(text), total: headers["x-total-count"] };
    };

    const all = await read("");
    expect(all.total).toBe("4");
    expect(all.entries[0]).toEqual({
      id: expect.any(String),
      payload: expect.objectContaining({ action: "login", actor_username: "ada@example.com", log_type: "account" }),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      ip_address: "127.0.0.1",
    });
    expect((await read("?query=author:BOB_")).total).toBe("1");
    expect((await read("?query=action:login")).total).toBe("2");
    expect((await read("?query=type:team&per_page=1")).entries).toHaveLength(1);
    expect((await read("?query=author:%25")).total).toBe("0");
    expect((await read("?target=BOB_1@example.com&query=type:team")).total).toBe("1");
    expect((await read("?target=nobody")).total).toBe("0");
    const [newest] = all.entries;
    expect((await read(`?from=${newest.created_at}`)).total).toBe("1");
    expect((await read(`?to=${newest.created_at}`)).total).toBe("3");
    const late = await call(server, "GET /admin/audit?to=lately", { bearer: server.secretKey });
    expect(late).toMatchObject({ status: 400, json: { msg: "to must be a date, 2026-01-31 for instance" } });
    const odd = await call(server, "GET /admin/audit?query=ip:127", { bearer: server.secretKey });
    expect(odd).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    expect((await call(server, "GET /admin/audit", { bearer: accessToken })).json["error_code"]).toBe("not_admin");
  });

  it("is exported whole or since a moment, one event a line, oldest first", async () => {
    const server = await startIdentity(open);
    await server.db.query(
      `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
        select gen_random_uuid(), json_build_object('action', 'event ' || n), timestamptz '2026-01-01' + n * interval '1 hour', ''
        from generate_series(1, 1100) n`,
    );
    const read = async (search: string) => {
      const { text, headers } = await call(server, `GET /admin/audit/export${search}`, { bearer: server.secretKey });
      expect(headers["content-type"]).toContain("application/x-ndjson");
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).payload.action);
    };

    const all = await read("");
    expect([all.length, all[0], all.at(-1)]).toEqual([1100, "event 1", "event 1100"]);
    expect(new Set(all).size).toBe(1100);
    expect(await read("?since=2026-02-15T19:00:00Z")).toEqual(["event 1099", "event 1100"]);
    const odd = await call(server, "GET /admin/audit/export?since=lately", { bearer: server.secretKey });
    expect(odd).toMatchObject({ status: 400, json: { error_code: "validation_failed" } });
    expect((await call(server, "GET /admin/audit/export")).status).toBe(401);
  });
});

function storeOf({ identity }: IdentityServer): KeyStore {
  const { stored } = identity.signingKeys;
  if (stored === undefined) throw new Error("The settings pin the keys");
  return stored;
}

async function untilPublished(server: IdentityServer, kids: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const { keys } = await server.identity.signingKeys.published();
      expect(keys.map(({ kid }) => kid).sort()).toEqual([...kids].sort());
    },
    { timeout: 20_000, interval: 100 },
  );
}
