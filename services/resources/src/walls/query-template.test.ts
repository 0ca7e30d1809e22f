import { describe, expect, it } from "vitest";
import { readTemplate, Work } from "./query-template.ts";

const known = new Map([["aggregation", ["sum", "avg by (job)"]]]);
const template = (query: string) => readTemplate(query, (name) => known.get(name) ?? []);

describe("a query of a dashboard", () => {
  it.each([
    ["up", "up"],
    [" up ", "up"],
    ['rate(up{job="$job"}[$__rate_interval])', 'rate(up{job="node"}[1m])'],
    ['up{job=~"$job"}', 'up{job=~"(a|b\\\\.c)"}'],
    [`up{job="\${job:regex}", a="[[b]]"}`, 'up{job="", a="x y"}'],
    ["up{job='$job'}", "up{job='a\"b'}"],
    [`\${metric}_total > $limit`, "requests_total > 1.5"],
    ["$aggregation (up)", "avg by (job) (up)"],
    ['# of $job, don\'t\nup{job="$job"}', '# of a, don\'t\nup{job="a b"}'],
    ['up{job="#$job"}', 'up{job="#a b"}'],
    ["$nobody + up", "$nobody + up"],
    ['label_replace(up, "a", "$1", "b", "(.*)")', 'label_replace(up, "a", "$1", "b", "(.*)")'],
  ])("%s is asked as %s", (query, asked) => {
    expect(template(query).fits(asked)).toBe(true);
  });

  it.each([
    ["up", "down"],
    ["up", "up or secret"],
    ['up{job="$job"}', 'up{job="a"} or secret{job="b"}'],
    ['up{job="$job"}', 'up{job="a\\"} or secret{job="b"}'],
    ["up{job='$job'}", "up{job='a'} or secret{job='b'}"],
    ["up{job=`$job`}", "up{job=`a\\`} or secret{job=`b`}"],
    ["rate(up[$__interval])", "rate(up[5m]) + secret or up[5m])"],
    ["$metric", 'secret{job="a"}'],
    ["$metric", "a or b"],
    ['# don\'t\nsum(x{job="$job"})', '# don\'t\nsum(x{job="a"}) or sum by(__name__)({job="b"})'],
    ["up # $job", "up # a\nor secret"],
    ['up # "$job', 'up # "a or b'],
  ])("%s is not asked as %s", (query, asked) => {
    expect(template(query).fits(asked)).toBe(false);
  });

  it.each([
    ["variables without end", "$a".repeat(30_000), "a".repeat(16_000)],
    ["variables of many values", "$long".repeat(10_000), "b".repeat(16_000)],
    ["strings without end", `"${"$a".repeat(30_000)}"`, `"${"\\\\".repeat(8000)}"`],
  ])("is not compared for longer than a page's takes: %s", (_name, query, asked) => {
    const values = Array.from({ length: 500 }, (_, at) => "b".repeat(at + 1));
    const hostile = readTemplate(query, (name) => (name === "long" ? values : []));
    const before = process.cpuUsage();

    expect(hostile.fits(asked)).toBe(false);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(2000);
  });

  it("longer than any is none", () => {
    expect(template(`up # ${"x".repeat(70_000)}`).fits(`up # ${"x".repeat(70_000)}`)).toBe(false);
  });

  it("has so much work with all that is compared with one question", () => {
    const [work, many] = [new Work(), template("$a $b")];
    let fitting = 0;
    while (many.fits("x y", work)) fitting += 1;

    expect(fitting).toBeGreaterThan(10_000);
    expect(template("up").fits("up", work)).toBe(false);
    expect(template("up").fits("up")).toBe(true);
  });

  it("is compared in bounded time, however many variables stand side by side", () => {
    const query = `up{job="${"$a.".repeat(200)}"}`;

    expect(template(query).fits(`up{job="${".".repeat(4000)}x`)).toBe(false);
    expect(template(query).fits(`up{job="${".".repeat(4000)}"}`)).toBe(true);
  });
});
