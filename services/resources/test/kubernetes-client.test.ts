import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { at, DASHBOARDS, openRoom, type Room } from "./room.ts";

const GROUP = { group: "dashboard.vedette.app", version: "v1", namespace: "default", plural: "dashboards" };
/** Generous: the machine may be busy. */
const WAIT = { timeout: 25_000, interval: 50 };

interface Dashboard {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; resourceVersion?: string; labels?: Record<string, string> };
  spec: { title: string };
}

const aDashboard = (name: string, title = name): Dashboard => ({
  apiVersion: "dashboard.vedette.app/v1",
  kind: "Dashboard",
  metadata: { name, namespace: "default" },
  spec: { title },
});

onEachStore("the official JavaScript client", (openTestDatabase) => {
  let room: Room;
  const folder = mkdtempSync(join(tmpdir(), "vedette-kubernetes-client-"));
  const config = new KubeConfig();
  beforeAll(async () => {
    const tls = makeCertificate(folder);
    room = await openRoom(openTestDatabase, { publicUrl: "https://localhost", tls });
    await room.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = room.app.server.address() as AddressInfo;
    config.loadFromOptions({
      clusters: [{ name: "room", server: `https://127.0.0.1:${port}`, caFile: tls.certFile }],
      users: [{ name: "admin", token: room.bearer("admin").replace("Bearer ", "") }],
      contexts: [{ name: "room", cluster: "room", user: "admin" }],
      currentContext: "room",
    });
  });
  afterAll(async () => {
    await room[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it("pages through lists", async () => {
    for (let index = 0; index < 5; index += 1) {
      await room.ask("POST", DASHBOARDS, { body: aDashboard(`paged-${index}`) });
    }
    const api = config.makeApiClient(CustomObjectsApi);

    const names: string[] = [];
    let token: string | undefined;
    do {
      const fields = "metadata.name!=delivery-workers";
      const page = await api.listNamespacedCustomObject({
        ...GROUP,
        limit: 2,
        fieldSelector: fields,
        ...(token === undefined ? {} : { _continue: token }),
      });
      names.push(...page.items.map((item: Dashboard) => item.metadata.name));
      token = page.metadata._continue ?? page.metadata.continue;
    } while (token !== undefined && token !== "");

    expect(names).toEqual(["paged-0", "paged-1", "paged-2", "paged-3", "paged-4"]);
  });

  it("makes, reads, patches, applies, replaces and removes what discovery tells of", async () => {
    const api = KubernetesObjectApi.makeApiClient(config);
    const object = aDashboard("generic", "One");

    const made = await api.create<Dashboard>(object);
    const merged = await api.patch<Dashboard>(
      { ...object, spec: { title: "Two" } },
      undefined,
      undefined,
      undefined,
      undefined,
      PatchStrategy.MergePatch,
    );
    const applied = await api.patch<Dashboard>(
      { ...object, spec: { title: "Three" } },
      undefined,
      undefined,
      "ci",
      true,
      PatchStrategy.ServerSideApply,
    );
    const replaced = await api.replace<Dashboard>({ ...applied, spec: { title: "Four" } });
    const conflict = api.replace<Dashboard>({ ...applied, spec: { title: "Five" } });

    expect(made.spec.title).toBe("One");
    expect([merged.spec.title, applied.spec.title, replaced.spec.title]).toEqual(["Two", "Three", "Four"]);
    await expect(conflict).rejects.toMatchObject({ code: 409 });
    await api.delete(object);
    expect((await room.ask("GET", `${DASHBOARDS}/generic`)).status).toBe(404);
  });

  it("watches, and keeps what it watches in step", async () => {
    const api = config.makeApiClient(CustomObjectsApi);
    const path = DASHBOARDS;
    const informer = makeInformer<Dashboard>(config, path, async () => await api.listNamespacedCustomObject(GROUP));
    const told: string[] = [];
    informer.on("add", ({ metadata }) => told.push(`add ${metadata.name}`));
    informer.on("update", ({ metadata }) => told.push(`update ${metadata.name}`));
    informer.on("delete", ({ metadata }) => told.push(`delete ${metadata.name}`));
    informer.on("error", () => undefined);
    await informer.start();
    const list = await room.ask("GET", `${DASHBOARDS}?limit=1`);
    const seen: string[] = [];
    const watch = await new Watch(config).watch(
      path,
      { resourceVersion: String(at(list, "metadata.resourceVersion")) },
      (type, { metadata }) => seen.push(`${type} ${metadata.name}`),
      () => undefined,
    );

    await room.ask("POST", DASHBOARDS, { body: aDashboard("informed") });
    await room.ask("PUT", `${DASHBOARDS}/informed`, { body: aDashboard("informed", "Other") });
    await room.ask("DELETE", `${DASHBOARDS}/informed`);

    await vi.waitFor(() => {
      expect(seen).toEqual(["ADDED informed", "MODIFIED informed", "DELETED informed"]);
      expect(told.slice(-3)).toEqual(["add informed", "update informed", "delete informed"]);
    }, WAIT);
    expect(informer.get("informed", "default")).toBeUndefined();
    watch.abort();
    await informer.stop();
  });

  it("asks which version it talks to", async () => {
    expect(await config.makeApiClient(VersionApi).getCode()).toMatchObject({ major: "1", minor: "32" });
  });
});
