import { describe, expect, it } from "vitest";
import type { DisplayField } from "../model/frame/frame.ts";
import { EMPTY_SCOPE, withBuiltIn } from "../model/variable/interpolate.ts";
import { dataLinks, safeUrl } from "./data-link.ts";

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
