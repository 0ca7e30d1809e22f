import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";
import { withoutVariables } from "./without-variables.ts";

function isReadable(query: string): boolean {
  let isFine = true;
  parser.parse(query).iterate({
    enter: ({ type }) => {
      if (type.isError) isFine = false;
    },
  });
  return isFine;
}

describe("a query without the variables of its dashboard", () => {
  it.each([
    'rate(http_requests_total{job="$job"}[$__rate_interval])',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into queries
    "increase(x[${__range}])",
    "max_over_time(rate(x[$__interval:1m])[1h:$step])",
    "x offset $off",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what people write into queries
    "sum by (${by:csv}) (node_${what}_total)",
    "topk($n, [[metric]])",
  ])("%s can be read, with every letter at its place", (query) => {
    const { text } = withoutVariables(query);

    expect(text).toHaveLength(query.length);
    expect(isReadable(query)).toBe(false);
    expect(isReadable(text)).toBe(true);
  });

  it("says where nobody knows what stands there, which is not within quotes and not for how long", () => {
    expect(withoutVariables('a{b="$c"}[$d]').unknown).toEqual([]);
    expect(withoutVariables("topk($n, up)").unknown).toEqual([{ from: 5, to: 7 }]);
  });
});
