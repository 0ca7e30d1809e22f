import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SettingsError, settingsFrom } from "@vedette/settings";
import { describe, expect, it } from "vitest";
import type { Metrics } from "../src/metrics.ts";
import { readScrapeJobs } from "../src/scrape/read-jobs.ts";
import { scrapeOffset } from "../src/scrape/target.ts";
import { TargetScraper } from "../src/scrape/target-scraper.ts";
import { metricsSettings } from "../src/settings.ts";
import { ask, closers, type Exposition, openMetrics, serve, T, theTarget } from "./scraping.ts";
import { openTestMetrics } from "./test-store.ts";

describe("the way to a target", () => {
  /** What a target says, and the requests that came to it. */
  async function reach(job: object, ...expositions: (string | Exposition)[]) {
    const target = await serve(...expositions);
    const metrics = await openMetrics();
    const scraper = new TargetScraper(
      theTarget({ job: "test", targets: [target.instance], ...job }),
      metrics.open.store,
      "Vedette/13.0.0",
    );
    await scraper.scrape(1_700_000_000_000, new AbortController().signal);
    return { scraper, requests: target.requests, instance: target.instance };
  }
  const moved = (location: string): Exposition => ({ body: "", status: 302, headers: { location } });

  it("may lead over redirects", async () => {
    const { scraper, requests } = await reach({ bearer: "hush" }, moved("/elsewhere?a=1"), "foo 1\n");

    expect(scraper.state).toMatchObject({ health: "up", lastError: "" });
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/metrics", "Bearer hush"],
      ["/elsewhere?a=1", "Bearer hush"],
    ]);
  });

  it("does not lead to this machine by a redirect from elsewhere, nor where none are followed, nor round and round", async () => {
    const inside = await serve("foo 1\n");
    const away = await reach({ bearer: "hush" }, moved(`http://localhost:${inside.instance.split(":")[1]}/metrics`));
    const still = await reach({ follow_redirects: false }, moved("/elsewhere"));
    const round = await reach({}, moved("/metrics"));

    expect(away.scraper.state.lastError).toContain("security.outbound.allowed_hosts");
    expect(inside.requests).toEqual([]);
    expect(still.scraper.state.lastError).toBe("server returned HTTP status 302");
    expect(round.scraper.state.lastError).toBe("stopped after 10 redirects");
  });

  it("may lead through a proxy, but not for hosts without one", async () => {
    const proxy = await serve("foo 1\n");
    const proxyUrl = `http://anna:hush@${proxy.instance}`;
    const through = await reach({ proxy_url: proxyUrl }, "bar 1\n");
    const past = await reach({ proxy_url: proxyUrl, no_proxy: "example.com,127.0.0.1" }, "bar 1\n");

    expect(through.scraper.state.health).toBe("up");
    expect(proxy.requests.map(({ url }) => url)).toEqual([`http://${through.instance}/metrics`]);
    expect(proxy.requests[0]?.headers["proxy-authorization"]).toBe(
      `Basic ${Buffer.from("anna:hush").toString("base64")}`,
    );
    expect([through.requests.length, past.requests.length]).toEqual([0, 1]);
  });

  it("begins with a token where a job wants one, and the token is used again until it is refused", async () => {
    const token = (text: string): Exposition => ({
      body: JSON.stringify({ access_token: text, token_type: "Bearer", expires_in: 3600 }),
      type: "application/json",
    });
    const tokens = await serve(token("one"), token("two"));
    const oauth2 = {
      client_id: "c:d",
      client_secret: "hush",
      token_url: `http://${tokens.instance}/t`,
      scopes: ["a", "b"],
    };
    const target = await serve("foo 1\n", "foo 2\n", { body: "", status: 401 }, "foo 3\n");
    const metrics = await openMetrics();
    const job = theTarget({ job: "test", targets: [target.instance], oauth2 });
    const scraper = new TargetScraper(job, metrics.open.store, "Vedette/13.0.0");
    for (let at = 0; at < 4; at += 1) await scraper.scrape(T + at * 15_000, new AbortController().signal);

    expect(target.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer one",
      "Bearer one",
      "Bearer one",
      "Bearer two",
    ]);
    expect(tokens.requests).toHaveLength(2);
    expect(tokens.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from("c%3Ad:hush").toString("base64")}`);
  });

  it("carries headers of the operator's own", async () => {
    const { requests } = await reach({ http_headers: { "X-Tenant": { values: ["a", "b"] } } }, "foo 1\n");

    expect(requests[0]?.headers["x-tenant"]).toBe("a, b");
  });
});

describe("targets that are looked for", () => {
  const PATIENT = { timeout: 25_000 };
  const urls = (metrics: Metrics) => metrics.open.scraper.targets.map(({ target }) => new URL(target.url).host).sort();

  it("are those of a prometheus.yml: files, an address, relabelling, credentials", async () => {
    const { instance, requests } = await serve("foo 1\n");
    const list = await serve({ body: JSON.stringify([{ targets: ["10.0.0.9:1"], labels: { zone: "b" } }]) });
    const folder = await mkdtemp(join(tmpdir(), "vedette-discovery-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const file = (name: string, text: string) => writeFile(join(folder, name), text);
    await file("secret", "hush\n");
    await file("targets-1.json", JSON.stringify([{ targets: [instance, "10.0.0.1:9100"], labels: { zone: "a" } }]));
    await file(
      "prometheus.yml",
      `
global: { scrape_interval: 1s }
alerting: { alertmanagers: [] }
scrape_configs:
  - job_name: files
    metrics_path: /custom
    params: { module: [a, b] }
    basic_auth: { username: anna, password_file: secret }
    file_sd_configs: [{ files: ["targets-*.json"], refresh_interval: 1s }]
    relabel_configs:
      - { source_labels: [__address__], regex: '10\\..*', action: drop }
      - { source_labels: [__meta_filepath], regex: '.*/(.*)\\.json', target_label: file }
  - job_name: list
    http_sd_configs: [{ url: "http://${list.instance}/targets" }]
`,
    );
    const metrics = await openMetrics({ "metrics.scrape_config_file": join(folder, "prometheus.yml") });
    metrics.startScraping();

    await expect.poll(() => urls(metrics), PATIENT).toEqual(["10.0.0.9:1", instance].sort());
    await expect.poll(() => requests.length, PATIENT).toBeGreaterThan(0);
    expect(requests[0]?.url).toBe("/custom?module=a&module=b");
    expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from("anna:hush").toString("base64")}`);
    expect(list.requests[0]?.headers["x-prometheus-refresh-interval-seconds"]).toBe("60");
    const [first] = metrics.open.scraper.targets.filter(({ target }) => target.pool === "files");
    expect(Object.fromEntries(first?.target.labels ?? [])).toEqual({
      job: "files",
      instance,
      zone: "a",
      file: "targets-1",
    });
    expect(metrics.open.scraper.dropped.get("files")).toHaveLength(1);

    await file("targets-1.json", "no list");
    await file("targets-2.json", "[]");
    await file("targets-1.json", "[]");
    await expect.poll(() => urls(metrics), PATIENT).toEqual(["10.0.0.9:1"]);
    await expect.poll(() => ask(metrics, 'up{job="files"}', Date.now(), instance), PATIENT).toEqual([]);
  });

  it("follow a file that changes: what is new begins, what is gone ends, what is wrong changes nothing", async () => {
    const [one, other] = [await serve("foo 1\n"), await serve("bar 1\n")];
    const folder = await mkdtemp(join(tmpdir(), "vedette-reload-"));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "prometheus.yml");
    const job = (name: string, instance: string) =>
      `  - { job_name: ${name}, scrape_interval: 1s, static_configs: [{ targets: ["${instance}"] }] }\n`;
    await writeFile(path, `scrape_configs:\n${job("stays", one.instance)}${job("goes", one.instance)}`);
    const metrics = await openMetrics({ "metrics.scrape_config_file": path });
    metrics.startScraping();
    await expect.poll(() => ask(metrics, 'up{job="goes"}', Date.now(), one.instance), PATIENT).toHaveLength(1);
    const [before] = metrics.open.scraper.targets;

    await writeFile(path, "scrape_configs: [{ job_name: 7 }]");
    expect(metrics.reloadJobs()).toEqual([expect.stringContaining("job_name")]);
    expect([metrics.lastReload.hasWorked, metrics.open.scraper.pools]).toEqual([false, ["goes", "stays"]]);

    await writeFile(path, `scrape_configs:\n${job("stays", one.instance)}${job("comes", other.instance)}`);
    await expect.poll(() => metrics.open.scraper.pools, PATIENT).toEqual(["comes", "stays"]);
    expect(metrics.lastReload.hasWorked).toBe(true);
    expect(metrics.open.scraper.targets).toContain(before);
    await expect.poll(() => ask(metrics, 'up{job="goes"}', Date.now(), one.instance), PATIENT).toEqual([]);
    await expect.poll(() => ask(metrics, "bar", Date.now(), other.instance), PATIENT).toHaveLength(1);
  }, 70_000);

  it("are not asked when there are too many", async () => {
    const metrics = await openMetrics({
      "metrics.scrape": [{ job: "many", targets: ["127.0.0.1:1", "127.0.0.1:2"], target_limit: 1, interval: "1s" }],
    });
    metrics.startScraping();
    const reasons = () => metrics.open.scraper.targets.map(({ state }) => state.lastError);

    const refusal = "target_limit exceeded (number of targets: 2, limit: 1)";
    await expect.poll(reasons, PATIENT).toEqual([refusal, refusal]);
  });
});

describe("a job that cannot work", () => {
  it.each<[object, string]>([
    [{ targets: ["a:1"] }, "metrics.scrape[0] must have required properties job_name"],
    [{ job: "a", scheme: "ftp" }, "metrics.scrape[0].scheme must be one of http, https"],
    [{ job: "a", colour: 1 }, "metrics.scrape[0].colour is not known here"],
    [{ job: "a", targets: ["http://a:1/"] }, "metrics.scrape[0].static_configs[0].targets[0] must match pattern"],
    [{ job: "a", interval: "1s", timeout: "2s" }, "metrics.scrape[0].scrape_timeout must not be longer"],
    [
      { job: "a", relabel_configs: [{ action: "hashmod", target_label: "x" }] },
      "metrics.scrape[0].relabel_configs[0]: hashmod needs a modulus above 0",
    ],
    [
      { job: "a", metric_relabel_configs: [{ regex: "(", target_label: "x" }] },
      "metrics.scrape[0].metric_relabel_configs[0]: regex: error parsing regexp",
    ],
    [{ job: "a", relabel_configs: [{ action: "replace" }] }, "replace needs a target_label"],
    [{ job: "a", relabel_configs: [{ action: "lowercase", target_label: "$1" }] }, 'target_label is "$1"'],
    [
      { job: "a", relabel_configs: [{ action: "labeldrop", regex: "a", target_label: "b" }] },
      "labeldrop takes regex alone, not target_label",
    ],
    [
      { job: "a", relabel_configs: [{ action: "keepequal", source_labels: ["a"], target_label: "b", regex: "x" }] },
      "keepequal takes source_labels and target_label alone, not regex",
    ],
    [
      { job: "a", basic_auth: { password: "hush" }, bearer: "hush" },
      "metrics.scrape[0] has more than one of basic_auth",
    ],
    [{ job: "a", tls_config: { cert_file: "/c" } }, "metrics.scrape[0].tls_config needs a certificate and its key"],
    [
      { job: "a", bearer: "hush", oauth2: { client_id: "c", client_secret: "hush", token_url: "http://t/" } },
      "metrics.scrape[0] has more than one of basic_auth, authorization, oauth2",
    ],
    [{ job: "a", no_proxy: "b" }, "metrics.scrape[0].no_proxy needs a proxy_url"],
    [
      { job: "a", http_headers: { Host: { values: ["hush"] } } },
      "metrics.scrape[0].http_headers.Host is set by Vedette",
    ],
  ])("%o is refused at the start by its place", async (job, reason) => {
    const refused = () => readScrapeJobs(settingsFrom(metricsSettings, { "metrics.scrape": [job] }));

    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(reason);
    expect(refused).not.toThrow(/hush/);
  });

  it("has no twin", () => {
    const jobs = [{ job: "a" }, { job: "a" }];

    expect(() => readScrapeJobs(settingsFrom(metricsSettings, { "metrics.scrape": jobs }))).toThrow('name "a"');
  });
});

describe("the moments at which targets are scraped", () => {
  it("lie all over the interval, and stay what they are", () => {
    const offsets = Array.from({ length: 200 }, (_, at) =>
      scrapeOffset(theTarget({ job: "test", targets: [`10.0.0.1:${9000 + at}`] })),
    );
    const quarters = [0, 1, 2, 3].map((at) => offsets.filter((one) => Math.floor(one / 3750) === at).length);

    expect(quarters.reduce((sum, count) => sum + count)).toBe(200);
    expect(Math.min(...quarters)).toBeGreaterThan(25);
    expect(scrapeOffset(theTarget({ job: "test", targets: ["10.0.0.1:9000"] }))).toBe(offsets[0]);
  });
});

describe("targets of the settings", () => {
  it("are scraped in their own rhythm", async () => {
    const { instance, requests } = await serve("foo 1\n");
    const metrics = await openMetrics({ "metrics.scrape": [{ job: "node", targets: [instance], interval: "1s" }] });
    metrics.startScraping();
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBeGreaterThan(1);

    expect(metrics.open.scraper.targets[0]?.state.health).toBe("up");
  });
});

describe("a second process on the same directory", () => {
  it("answers that another one keeps the metrics, and takes over when that ends", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "vedette-two-"));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = await openTestMetrics(dataDir);
    const second = await openTestMetrics(dataDir);
    closers.push(() => second.close());

    expect(() => second.open).toThrow(expect.objectContaining({ code: "store_elsewhere" }));
    await first.close();
    await expect.poll(() => second.isOpen, { timeout: 15_000 }).toBe(true);
  });
});
