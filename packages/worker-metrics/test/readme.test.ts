import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CATALOGUE } from "../src/index.ts";

const example = new URL("../examples/mail-worker.ts", import.meta.url);
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the example of the README runs and writes what it promises", () => {
  const text = execFileSync(process.execPath, ["--conditions=vedette-source", fileURLToPath(example)]).toString();

  expect(readme).toContain(`\`\`\`ts\n${readFileSync(example, "utf8")}\`\`\``);
  expect(text).toContain('acme_request{namespace="default",operation="SendMail"} 1\n');
  expect(text).toMatch(/acme_activity_execution_latency_count\{.*\} 1\n/);
});
it("the README counts the metrics of the catalogue right", () => {
  expect(readme).toContain(`a catalogue of ${Object.keys(CATALOGUE).length} metrics`);
});
