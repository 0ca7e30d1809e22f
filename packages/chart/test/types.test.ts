import { describe, expect, it } from "vitest";
import {
  ACTION_EVENT_NAMES,
  type Chart,
  type ChartEvent,
  type ChartEventMap,
  type ChartEventName,
  MOUSE_EVENT_NAMES,
  type QueriedEvent,
} from "../src/index.ts";
import type { ChartHandlers } from "../src/react.tsx";

/** The names whose params are anybody's guess, or lack their own name: none. */
type Untyped = {
  [Name in ChartEventName]: 0 extends 1 & ChartEvent<Name>
    ? Name
    : ChartEvent<Name> extends { type: Name }
      ? never
      : Name;
}[ChartEventName];
export const areTyped: [Untyped] extends [never] ? true : false = true;

/** Of the component; what a handler is given depends on the name before its query. */
export const handlers: ChartHandlers = {
  click: (params) => params.dataIndex satisfies number,
  "click@series.bar": (params) => params.dataIndex satisfies number,
  "click@series.pie": ({ percent }: QueriedEvent<"click", "series.pie">) => percent satisfies number,
  "selectchanged@series": (params) => params.selected[0]?.dataIndex satisfies number[] | undefined,
  // @ts-expect-error the items are in `selected`
  "selectchanged@series.bar": (params) => params.dataIndex,
  // @ts-expect-error no such event
  clik: () => undefined,
};

/** Compiled, never run: what must be refused is marked. */
export async function subscriptions(chart: Chart): Promise<void> {
  chart
    .on("click", (params) => {
      const index: number = params.dataIndex;
      const name: string | undefined = params.seriesName;
      const type: "click" = params.type;
      return [index, name, type, params.value, params.event.offsetX, params.dataType === "node"];
    })
    .off("click");
  // @ts-expect-error no event has this member
  chart.on("click", (params) => params.notAMember);
  // @ts-expect-error no such event
  chart.on("clik", () => undefined);
  // @ts-expect-error names are lower case
  chart.on("legendSelectChanged", () => undefined);

  chart.on("click", "series.pie", (params) => [params.seriesType satisfies "pie", params.percent satisfies number]);
  // @ts-expect-error only pies and funnels always have a share
  chart.on("click", "series.bar", (params) => params.percent satisfies number);
  chart.on("click", { seriesIndex: 1, dataIndex: 2, element: "e" }, (params) => params.dataIndex);
  chart.on("click", { xAxisId: "a" }, (params) => params.targetType === "axisLabel");
  // @ts-expect-error an index is a number
  chart.on("click", { seriesIndex: "one" }, () => undefined);
  // @ts-expect-error no query has this member
  chart.on("click", { seriesIdx: 1 }, () => undefined);
  chart.on("click", "geo", () => undefined).on("click", "xAxis.category", () => undefined);
  // @ts-expect-error no such component
  chart.on("click", "gauge", () => undefined);

  chart.on("selectchanged", (params) => {
    const indices: number[] | undefined = params.selected[0]?.dataIndex;
    return [indices, params.fromAction satisfies "select" | "toggleSelect" | "unselect"];
  });
  // @ts-expect-error the items are in `selected`
  chart.on("selectchanged", (params) => params.dataIndex);
  chart.on("datarangeselected", ({ selected }) => {
    if (Array.isArray(selected)) return selected satisfies [number, number];
    return selected satisfies Readonly<Record<string, boolean>>;
  });
  chart.on("georoam", (params) => [params.totalZoom satisfies number, params.componentType satisfies "geo" | "series"]);
  // @ts-expect-error it may be a map series
  chart.on("georoam", (params) => params.componentType satisfies "geo");
  chart.on("graphroam", (params) => {
    if (params.zoom !== undefined) return params.originX satisfies number;
    return params.dx satisfies number;
  });
  chart.on("treeroam", (params) => {
    if (params.dx !== undefined) return params.dy satisfies number;
    return params.zoom satisfies number;
  });
  chart.on("magictypechanged", ({ currentType }) => currentType satisfies "line" | "bar" | "stack" | "tiled");
  chart.on("rendered", (params) => params.elapsedTime satisfies number);
  chart.on("globalout", (params) => params.event.offsetX);
  // @ts-expect-error it happens on no series
  chart.on("globalout", (params) => params.seriesIndex);

  chart.getZr().on("click", (event) => [event.offsetX, event.target?.name]);
  // @ts-expect-error it is empty over blank areas
  chart.getZr().on("click", (event) => event.target.name);

  using _ = chart.listen(["click", "highlight"], (params) => {
    if (params.type === "click") return params.dataIndex satisfies number;
    return params.batch;
  });
  (await chart.once("click")).dataIndex satisfies number;
  (await chart.once("click", "series.pie", { signal: AbortSignal.timeout(1) })).percent satisfies number;
  const perhaps = { signal: undefined as AbortSignal | undefined };
  await Promise.all([
    chart.once("click", perhaps),
    chart.once("click", "series", perhaps),
    chart.whenFinished(perhaps),
  ]);
  for await (const { start } of chart.events("datazoom")) start satisfies number | undefined;
  chart.on("click", function () {
    this.dispatchAction({ type: "hideTip" });
  });
  chart.on(
    "click",
    function () {
      this.add("pressed");
    },
    new Set<string>(),
  );
}

describe("the events of a chart", () => {
  it("are all those of the requirements [spec 3, Chart events]", () => {
    const required: (keyof ChartEventMap)[] = [
      ...(["click", "dblclick", "mousedown", "mousemove", "mouseup", "mouseover", "mouseout", "globalout"] as const),
      ...(["contextmenu", "highlight", "downplay", "selectchanged", "datarangeselected", "graphroam"] as const),
      ...(["georoam", "treeroam", "dataviewchanged", "magictypechanged", "rendered", "finished"] as const),
    ];

    expect([...MOUSE_EVENT_NAMES, ...ACTION_EVENT_NAMES]).toEqual(expect.arrayContaining(required));
  });

  it("are all written in lower case", () => {
    expect(ACTION_EVENT_NAMES.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });
});
