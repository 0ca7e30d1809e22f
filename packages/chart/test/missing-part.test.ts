import { SVGRenderer } from "echarts/renderers";
import { afterEach, expect, it, vi } from "vitest";
import { init, use } from "../src/core.ts";

afterEach(() => vi.restoreAllMocks());

it.each([
  ["georoam", "@vedette/chart/geo"],
  ["geoselected", "@vedette/chart/geo"],
  ["brushselected", "@vedette/chart/toolbox"],
  ["treemapzoomtonode", "@vedette/chart/tree"],
  ["sunburstroottonode", "@vedette/chart/tree"],
  ["parallelaxisexpand", "@vedette/chart/full"],
  ["datazoom", "@vedette/chart"],
  ["legendscroll", "@vedette/chart"],
] as const)("whoever listens to %s without its part is told once which door has it", (event, door) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  use(SVGRenderer);
  using chart = init(null, null, { ssr: true, renderer: "svg", width: 10, height: 10 });

  chart.on(event, () => undefined).on(event, () => undefined);

  expect(warn.mock.calls.filter(([text]) => String(text).includes(event))).toEqual([
    [expect.stringContaining(`import "${door}"`)],
  ]);
});
