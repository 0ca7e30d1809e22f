import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { TRANSFER_KINDS } from "./resource-kinds.ts";
import { storeResource } from "./store-resource.ts";

const NOTES = {
  "vedette.app/managedBy": "provisioning",
  "vedette.app/managerAllowsEdits": "true",
  "vedette.app/sourcePath": "cpu.json",
  "vedette.app/sourceChecksum": "abc",
};

/** A server that has one object. @returns where it is, and the metadata that it is sent */
async function aServer(annotations: object) {
  const sent: unknown[] = [];
  const stored = { metadata: { name: "cpu", resourceVersion: "7", annotations }, spec: { title: "Before" } };
  const server = createServer(async (request, response) => {
    if (request.method === "PUT") sent.push(JSON.parse(await textOf(request)).metadata);
    response.end(JSON.stringify(stored));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

it.each([
  ["stay where the file says nothing of them", NOTES, {}, NOTES],
  ["give way to those of the file", NOTES, { "vedette.app/managedBy": "git" }, { "vedette.app/managedBy": "git" }],
  ["of another manager are not kept", { ...NOTES, "vedette.app/managedBy": "git" }, {}, {}],
])("notes of the file that a replaced object is provisioned from %s", async (_how, stored, own, kept) => {
  const { server, sent } = await aServer(stored);
  const kind = TRANSFER_KINDS.find(({ plural }) => plural === "dashboards");
  if (kind === undefined) throw new Error("there are dashboards");
  const value = { metadata: { name: "cpu", annotations: { own: "x", ...own } }, spec: { title: "After" } };
  const document = { path: "cpu.json", place: "cpu.json", text: JSON.stringify(value), value, kind };

  const outcome = await storeResource(document, { server, token: "", mode: "replace" });

  expect(outcome).toBe("changed");
  expect(sent).toEqual([{ name: "cpu", labels: {}, annotations: { own: "x", ...kept }, resourceVersion: "7" }]);
});
