import { describe, expect, it } from "vitest";
import { framesOf } from "../frame/prometheus-frames.ts";
import { readDashboard } from "../read-dashboard.ts";
import { annotationEvents, isDrawnIn } from "./annotation-event.ts";

const RELEASES = {
  name: "Releases",
  expr: "changes(version[1m])",
  iconColor: "purple",
  titleFormat: "{{app}} released",
  textFormat: "version {{ version }}{{nothing}}",
  tagKeys: "team, region",
};

function eventsOf(values: readonly (readonly [number, string])[], more: object = {}) {
  const [query] = readDashboard({ annotations: { list: [{ ...RELEASES, ...more }] } }).annotations;
  if (query === undefined) throw new TypeError("no annotation was read");
  const metric = { app: "shop", version: "7", team: "red" };
  const data = { resultType: "matrix", result: [{ metric, values }] };
  const frames = framesOf(data, { refId: "", expr: query.expr, legendFormat: "", format: "time_series", step: 60_000 });
  return annotationEvents(frames, query);
}

describe("the events of an annotation query", () => {
  it("are where a series is above zero, with the words of its labels", () => {
    const events = eventsOf([
      [60, "0"],
      [120, "1"],
      [180, "0"],
    ]);

    expect(events).toMatchObject([
      { from: 120_000, to: 120_000, title: "shop released", text: "version 7", tags: ["red"] },
    ]);
  });

  it("are one as long as samples follow each other, and two with a gap between", () => {
    const events = eventsOf([
      [60, "1"],
      [120, "2"],
      [180, "1"],
      [600, "1"],
    ]);

    expect(events).toMatchObject([
      { from: 60_000, to: 180_000 },
      { from: 600_000, to: 600_000 },
    ]);
  });

  it("are called as the query where it has no title", () => {
    expect(eventsOf([[60, "1"]], { titleFormat: "" })).toMatchObject([{ title: "Releases" }]);
  });

  it.each([
    [undefined, true],
    [{ ids: [4], exclude: false }, true],
    [{ ids: [5], exclude: false }, false],
    [{ ids: [4], exclude: true }, false],
    [{ ids: [5], exclude: true }, true],
  ])("with the filter %j are in panel 4: %s", (filter, isThere) => {
    expect(eventsOf([[60, "1"]], { filter }).every((event) => isDrawnIn(event, 4))).toBe(isThere);
  });
});
