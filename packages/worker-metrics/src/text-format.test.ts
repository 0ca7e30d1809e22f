import { describe, expect, it } from "vitest";
import { contentTypeOf, createRegistry, negotiateFormat } from "./index.ts";

describe("the format of an exposition", () => {
  it.each([
    [undefined, "text"],
    ["", "text"],
    ["*/*", "text"],
    ["text/plain", "text"],
    ["application/openmetrics-text", "openmetrics"],
    ["application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2", "openmetrics"],
    ["application/openmetrics-text;q=0.1, text/plain;q=0.9", "text"],
    ["application/openmetrics-text;q=0", "text"],
    ["application/openmetrics-text;q=lots", "text"],
  ])("for Accept %j is %s", (accept, format) => {
    expect(negotiateFormat(accept)).toBe(format);
  });
});

describe("OpenMetrics", () => {
  it("names counters with and without _total, units, floats as bounds, and its end", () => {
    const registry = createRegistry();
    registry.counter("jobs_total", 'The "jobs".', ["queue"]).bind({ queue: "mail" }).inc(2);
    registry.counter("mails", "Mails.").bind().inc();
    registry.histogram("wait_seconds", "Wait.", [], [0.5, 1]).bind().observe(1);

    expect(registry.expose("openmetrics")).toBe(
      [
        '# HELP jobs The \\"jobs\\".',
        "# TYPE jobs counter",
        'jobs_total{queue="mail"} 2',
        "# HELP mails Mails.",
        "# TYPE mails counter",
        "mails_total 1",
        "# HELP wait_seconds Wait.",
        "# TYPE wait_seconds histogram",
        "# UNIT wait_seconds seconds",
        'wait_seconds_bucket{le="0.5"} 0',
        'wait_seconds_bucket{le="1.0"} 1',
        'wait_seconds_bucket{le="+Inf"} 1',
        "wait_seconds_sum 1",
        "wait_seconds_count 1",
        "# EOF",
        "",
      ].join("\n"),
    );
  });
  it("has a media type of its own", () => {
    expect(contentTypeOf("openmetrics")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
    expect(contentTypeOf("text")).toBe("text/plain; version=0.0.4; charset=utf-8");
  });
});

describe("an exposition in slices", () => {
  it("is the same text, and leaves the event loop to others meanwhile", async () => {
    const registry = createRegistry({ cardinalityLimit: 50_000 });
    const counter = registry.counter("a", "A.", ["x", "y"]);
    for (let n = 0; n < 50_000; n += 1) counter.bind({ x: String(n), y: "y" }).inc(n);
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);

    let text = "";
    for await (const slice of registry.exposeInSlices()) text += slice;
    clearInterval(others);

    expect(text).toBe(registry.expose());
    expect(turns).toBeGreaterThan(0);
  });
  it("is not mixed up with series that are made meanwhile and with another exposition of them", async () => {
    const registry = createRegistry({ cardinalityLimit: 10_000 });
    const counter = registry.counter("a", "A.", ["namespace", "x"]);
    for (let n = 0; n < 3000; n += 1) counter.bind({ namespace: "default", x: `x-${n}` }).inc(n);
    const before = registry.expose();

    let text = "";
    for await (const slice of registry.exposeInSlices()) {
      text += slice;
      counter.bind({ namespace: `another-${text.length}`, x: "x" }).inc();
      registry.expose();
    }

    expect(text).toBe(before);
  });
});
