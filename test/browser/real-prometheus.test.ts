import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { type RunningPrometheus, startPrometheus } from "../prometheus.ts";
import { type BrowserHouse, DASHBOARDS, openHouse } from "./browser-house.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "dashboards", "with-inputs.json");

let house: BrowserHouse;
let prometheus: RunningPrometheus;
beforeAll(async () => {
  const port = await freePort();
  const env = { VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${port}` };
  [prometheus, house] = await Promise.all([startPrometheus(port), openHouse(env)]);
}, 120_000);
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await Promise.all([house[Symbol.asyncDispose](), prometheus.stop()]);
});

it("an imported dashboard draws what a real Prometheus answers, asked by the server alone", async () => {
  const page = await house.adminPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));

  await page.goto("/settings/data-sources");
  await page.getByRole("button", { name: "Add data source" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("The harbour's Prometheus");
  const address = page.getByRole("textbox", { name: "Address" });
  await address.fill(`localhost:${new URL(prometheus.url).port}`);
  await page.keyboard.press("Enter");
  await page.getByText("An address begins with http:// or https://").waitFor();
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
  await address.fill(prometheus.url);
  await page.getByRole("dialog").getByRole("button", { name: "Add data source" }).click();
  // Without being asked: a wrong address would show itself in panels only.
  await page.getByText("Answered in").waitFor();
  await page.getByRole("button", { name: "Actions for The harbour's Prometheus" }).click();
  await page.getByRole("menuitem", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("http://localhost:9");
  await page.keyboard.press("Enter");
  await page.getByText("is an address that Vedette does not call").waitFor();
  await page.getByRole("button", { name: "Actions for The harbour's Prometheus" }).click();
  await page.getByRole("menuitem", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill(prometheus.url);
  await page.keyboard.press("Enter");
  await page.getByText("Answered in").waitFor();
  await page.getByRole("button", { name: "Test The harbour's Prometheus" }).click();
  await page.getByText("Answered in").waitFor();

  // What somebody else saved while the dialog was open is not written over without a word.
  await page.getByRole("button", { name: "Actions for The harbour's Prometheus" }).click();
  await page.getByRole("menuitem", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("The harbour");
  const sources = await (await page.request.get("/api/datasources")).json();
  const source = sources.find(({ url }: { url: string }) => url === prometheus.url);
  const theirs = {
    data: { ...source, name: "Harbour", isDefault: true },
    headers: { "sec-fetch-site": "same-origin" },
  };
  await page.request.put(`/api/datasources/uid/${source.uid}`, theirs);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved by now: Harbour").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("The harbour's Prometheus");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const both = { name: "The harbour's Prometheus", isDefault: true };
  expect(await (await page.request.get(`/api/datasources/uid/${source.uid}`)).json()).toMatchObject(both);

  // Neither does it stay the default one when another one was made that meanwhile.
  await page.getByRole("button", { name: "Actions for The harbour's Prometheus" }).click();
  await page.getByRole("menuitem", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("The old Prometheus");
  const other = { name: "Other", type: "prometheus", url: prometheus.url, isDefault: true };
  await page.request.post("/api/datasources", { data: other, headers: { "sec-fetch-site": "same-origin" } });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "in the meantime" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("The harbour's Prometheus");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const named = { name: "The harbour's Prometheus", isDefault: false };
  expect(await (await page.request.get(`/api/datasources/uid/${source.uid}`)).json()).toMatchObject(named);

  await page.goto("/dashboards/import");
  await page.locator("input[type=file]").setInputFiles(FIXTURE);
  await page.getByRole("button", { name: /Data source for Prometheus/ }).click();
  await page.getByRole("option", { name: "The harbour's Prometheus" }).click();
  await page.getByRole("button", { name: "Import" }).click();
  await page.waitForURL("**/d/queue-health**");
  // Points stand at whole steps of the range; that server was started a moment ago and may have none at the last of them.
  await page.goto("/d/queue-health?refresh=5s");
  await page.locator('[data-panel-id="1"][data-panel-state="done"] canvas').first().waitFor();

  // The legend names the series by its labels: only that server knows its own address under the job "self".
  const scraped = `instance="${new URL(prometheus.url).host}"`;
  await page.locator('[data-panel-id="1"]').getByText(scraped).first().waitFor();
  expect(asked.filter((url) => !url.startsWith(house.url))).toEqual([]);
  const stored = await (await page.request.get(`${DASHBOARDS}/queue-health`)).json();
  const uid = stored.spec.panels[0].datasource.uid;
  expect(stored.spec).toEqual(JSON.parse(readFileSync(FIXTURE, "utf8").replaceAll(`\${DS_PROMETHEUS}`, uid)));
});
