import type { Chart } from "../chart.ts";
import { batchOf } from "../event/action-event.ts";
import type { ChartEvent } from "../event/chart-event.ts";
import { type ComponentModel, componentsOf } from "../event/model.ts";
import type { AxisPlace, Change, Match, Member } from "./member.ts";

/** A chart tells of the actions of its events and is shown changes as actions, which no `connect` repeats. */
export function memberOfChart(chart: Chart): Member {
  const highlighted = new Set<string>();
  return {
    listen(kinds, tell) {
      const listening = kinds.map((kind) => {
        if (kind === "cursor") {
          return chart.listen("updateaxispointer", (params) => tell({ kind, at: pointedPlace(chart, params) }));
        }
        if (kind === "highlight") {
          return chart.listen(["highlight", "downplay"], (params) => {
            if (params.escapeConnect !== true) tell({ kind, names: followHighlights(chart, params, highlighted) });
          });
        }
        if (kind === "zoom") {
          return chart.listen("datazoom", (params) => {
            const change = shownRange(chart, batchOf(params)[0]?.dataZoomId);
            if (change !== undefined) tell(change);
          });
        }
        return chart.listen(LEGEND_EVENTS, ({ selected }) => tell({ kind, selected }));
      });
      return () => {
        for (const one of listening) one.dispose();
      };
    },
    show(change, match) {
      if (!chart.isDisposed()) show(chart, change, match);
    },
  };
}

const LEGEND_EVENTS = [
  "legendselectchanged",
  "legendselected",
  "legendunselected",
  "legendselectall",
  "legendinverseselect",
] as const;

function show(chart: Chart, change: Change, match: Match): void {
  const act = (action: { readonly type: string; readonly [member: string]: unknown }) =>
    chart.dispatchAction({ ...action, escapeConnect: true });
  if (change.kind === "cursor") for (const action of cursorActions(chart, change.at, match)) act(action);
  else if (change.kind === "highlight") {
    act({ type: "downplay" });
    if (change.names.length > 0) act({ type: "highlight", seriesName: [...change.names] });
  } else if (change.kind === "zoom") act(zoomAction(change, match));
  else {
    for (const [name, isShown] of Object.entries(change.selected)) {
      act({ type: isShown ? "legendSelect" : "legendUnSelect", name });
    }
  }
}

function zoomAction({ percent, values }: Extract<Change, { kind: "zoom" }>, match: Match) {
  const type = "dataZoom";
  if (match === "index") return { type, start: percent[0], end: percent[1] };
  return { type, startValue: values[0], endValue: values[1] };
}

/** The axis that data stand along: the first that is no value axis, else the first. */
function baseAxis(chart: Chart): ComponentModel | undefined {
  const axes = ["xAxis", "yAxis"].flatMap((mainType) => componentsOf(chart.raw, { mainType }));
  return axes.find((axis) => axis.get("type") !== "value") ?? axes[0];
}

function pointedPlace(chart: Chart, params: ChartEvent<"updateaxispointer">): AxisPlace | undefined {
  const axis = baseAxis(chart);
  const dimension = axis?.mainType.charAt(0);
  const info = params.axesInfo?.find(
    ({ axisDim, axisIndex }) => axisDim === dimension && axisIndex === axis?.componentIndex,
  );
  if (info === undefined) return undefined;
  const value = Number(info.value);
  return { value, name: categoryAt(axis, value), seriesIndex: params.seriesIndex, dataIndex: params.dataIndex };
}

function categoryAt(axis: ComponentModel | undefined, at: number): string | undefined {
  const categories = axis?.get("data");
  const category: unknown = Array.isArray(categories) ? categories[at] : undefined;
  if (typeof category === "object" && category !== null && "value" in category) return String(category.value);
  return category === undefined ? undefined : String(category);
}

/** The line and what it points at, without the tooltip, which belongs to the chart that the pointer is in. */
function cursorActions(chart: Chart, at: AxisPlace | undefined, match: Match) {
  const action = cursorAction(chart, at, match);
  // A tooltip that shows nothing would come back with its content when the next option is drawn.
  return at === undefined ? [action] : [action, { type: "hideTip" }];
}

function cursorAction(chart: Chart, at: AxisPlace | undefined, match: Match) {
  const type = "updateAxisPointer";
  const axis = baseAxis(chart);
  if (at === undefined || axis === undefined) return { type, currTrigger: "leave" };
  if (match === "index") return { type, seriesIndex: at.seriesIndex, dataIndex: at.dataIndex, ...WITHOUT_TOOLTIP };
  const along = chart.convertToPixel(
    { [`${axis.mainType}Index`]: axis.componentIndex },
    match === "name" ? (at.name ?? at.value) : at.value,
  );
  const isBelow = axis.mainType === "xAxis";
  const across = middleOfGrid(chart, isBelow);
  return { type, ...(isBelow ? { x: along, y: across } : { x: across, y: along }), ...WITHOUT_TOOLTIP };
}

const WITHOUT_TOOLTIP = { currTrigger: "mousemove", tooltipOption: { showContent: false } };

function middleOfGrid(chart: Chart, isHeight: boolean): number {
  const [grid] = componentsOf(chart.raw, { mainType: "grid" });
  const box = (grid as { coordinateSystem?: { getRect?: () => Box } } | undefined)?.coordinateSystem?.getRect?.();
  if (box === undefined) return (isHeight ? chart.getHeight() : chart.getWidth()) / 2;
  return isHeight ? box.y + box.height / 2 : box.x + box.width / 2;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All names that stand out after an event: it tells only of those that it changed. */
function followHighlights(
  chart: Chart,
  params: ChartEvent<"highlight"> | ChartEvent<"downplay">,
  highlighted: Set<string>,
): readonly string[] {
  for (const { seriesIndex: index, seriesId: id, seriesName: name } of batchOf(params)) {
    const isOfAll = index === undefined && id === undefined && name === undefined;
    if (isOfAll && params.type === "downplay") highlighted.clear();
    for (const series of isOfAll ? [] : componentsOf(chart.raw, { mainType: "series", index, id, name })) {
      if (params.type === "highlight") highlighted.add(series.name);
      else highlighted.delete(series.name);
    }
  }
  return [...highlighted];
}

/** A data zoom as the library keeps it. */
interface ZoomModel extends ComponentModel {
  getValueRange?(): readonly [number, number] | undefined;
  getPercentRange?(): readonly [number, number] | undefined;
}

function shownRange(chart: Chart, id: string | undefined): Extract<Change, { kind: "zoom" }> | undefined {
  const [zoom]: readonly ZoomModel[] = componentsOf(chart.raw, { mainType: "dataZoom", id });
  const [values, percent] = [zoom?.getValueRange?.(), zoom?.getPercentRange?.()];
  return values === undefined || percent === undefined ? undefined : { kind: "zoom", values, percent };
}
