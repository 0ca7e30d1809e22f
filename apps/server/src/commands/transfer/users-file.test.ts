import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { exportUsers } from "./users-file.ts";

it("people are written whole where the system takes a part of them at a time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-users-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const people = `{"email":"one@example.com"}\n{"email":"two@example.com"}\n`;
  const server = createServer((_request, response) => response.end(people));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const probe = await open(join(folder, "probe"), "w");
  const prototype: FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const { write } = prototype;
  const spy = vi.spyOn(prototype, "write").mockImplementation(async function (this: FileHandle, bytes: Uint8Array) {
    return await Reflect.apply(write, this, [bytes.subarray(0, 10)]);
  } as FileHandle["write"]);
  onTestFinished(() => spy.mockRestore());

  const { port } = server.address() as AddressInfo;
  await exportUsers({ server: `http://127.0.0.1:${port}`, token: "" }, join(folder, "people.jsonl"));

  expect(readFileSync(join(folder, "people.jsonl"), "utf8")).toBe(people);
});
