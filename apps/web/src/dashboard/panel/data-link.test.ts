import { describe, expect, it } from "vitest";
import type { DisplayField } from "../model/frame/frame.ts";
import { EMPTY_SCOPE, withBuiltIn } from "../model/variable/interpolate.ts";
import { dataLinks, safeUrl, valueLinks } from "./data-link.ts";
import { reducedValues } from "./single-value/reduced-values.ts";

describe("an address in a dashboard", () => {
  it.each(["https://example.org/a?b=c#d", "http://a", "mailto:a@b.c", "/d/x", "d/x", "?a=b", "#top", "./x"])(
    "%s is opened",
    (url) => {
      expect(safeUrl(url)).toBe(url);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "https:evil.example",
    "https://dashboards.example@evil.example",
    "",
  ])("%j is not", (url) => {
    expect(safeUrl(url)).toBeUndefined();
  });
});

describe("a link of a value", () => {
  const column: DisplayField = {
    name: "Value",
    displayName: "p99",
    type: "number",
    values: [0.25],
    labels: { pod: "api-1" },
    settings: {},
  };
  const place = {
    column,
    row: 0,
    columns: [column],
    shown: { before: "", text: "250", unit: "ms", color: undefined, line: "250 ms", isMapped: false },
  };
  const scope = withBuiltIn(EMPTY_SCOPE, [
    ["__from", { text: "1", value: "1" }],
    ["__to", { text: "2", value: "2" }],
  ]);
  const urlOf = (url: string) => dataLinks([{ title: "", url, opensNewTab: false }], { ...place, scope })[0]?.url;

  it.each([
    [`/d/x?pod=\${__field.labels.pod}`, "/d/x?pod=api-1"],
    [`/d/x?v=\${__value.raw}&t=\${__value.text:percentencode}`, "/d/x?v=0.25&t=250%20ms"],
    [`/d/x?\${__url_time_range}`, "/d/x?from=1&to=2"],
    [`/d/x?s=\${__series.name}&f=\${__data.fields["p99"]}`, "/d/x?s=p99&f=0.25"],
  ])("%s leads to %s", (url, expected) => {
    expect(urlOf(url)).toBe(expected);
  });

  it("that a value would turn into a script is left out", () => {
    const bad = { ...column, labels: { pod: "javascript:alert(1)" } };

    expect(
      dataLinks([{ title: "x", url: `\${__field.labels.pod}`, opensNewTab: false }], { ...place, column: bad, scope }),
    ).toEqual([]);
  });
});

describe("a link of a single value", () => {
  const links = (url: string) => [{ title: `to \${__data.fields.instance}`, url, opensNewTab: false }];
  const column = (name: string, type: DisplayField["type"], values: DisplayField["values"], more: object = {}) => ({
    ...{ name, type, values, displayName: name, labels: {}, settings: {} },
    ...more,
  });
  const linkOf = (url: string, reduceOptions: object, at = 0) => {
    const settings = { links: links(url) };
    const fields: DisplayField[] = [
      column("Time", "time", [1000, 2000]),
      column("instance", "string", ["web-1", "web 2"]),
      column("Value", "number", [7, 9], { labels: { job: "api" }, settings }),
    ];
    const values = reducedValues([{ refId: "A", name: "", fields, length: 2 }], { reduceOptions });
    const value = values[at];
    if (value === undefined) throw new TypeError("no value");
    const shown = { before: "", text: "9", unit: "", color: undefined, line: "9", isMapped: false };
    return valueLinks(value, shown, EMPTY_SCOPE)[0];
  };
  const host = `/d/h?i=\${__data.fields["instance"]}&v=\${__value.numeric}&t=\${__value.time}`;

  it("has the row that it is of", () => {
    expect(linkOf(host, { values: true }, 1)).toMatchObject({ url: "/d/h?i=web%202&v=9&t=2000", title: "to web 2" });
    expect(linkOf(`/d/h?i=\${__data.fields[1]}&t=\${__data.fields.Time}`, { values: true })?.url).toBe(
      "/d/h?i=web-1&t=1000",
    );
  });

  it("has the row of the last value, or of the largest", () => {
    expect(linkOf(host, {})?.url).toBe("/d/h?i=web%202&v=9&t=2000");
    expect(linkOf(host, { calcs: ["min"] })?.url).toBe("/d/h?i=web-1&v=7&t=1000");
  });

  it("has no row where the value is made of many, and nothing raw in its URL", () => {
    expect(linkOf(host, { calcs: ["mean"] })).toMatchObject({ url: "/d/h?i=&v=8&t=", title: "to " });
    expect(linkOf(`/d/h?x=\${__data.fields["gone"]}&y=\${__field.labels.job}`, {})?.url).toBe("/d/h?x=&y=api");
  });
});
