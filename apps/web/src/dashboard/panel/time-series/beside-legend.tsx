import type { ReactNode } from "react";
import { letterScale } from "../../../style/letter-scale.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import type { DisplayField } from "../../model/frame/frame.ts";
import { flagOf, type JsonObject, numberOf, objectOf, oneOf, textsOf } from "../../model/json.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { Legend } from "./legend.tsx";
import { type LegendEntry, legendSort } from "./legend-order.ts";
import { legendFontSize, legendRoom } from "./legend-room.ts";
import "./time-series.css";

interface BesideLegendProps {
  /** Of the panel; its `legend` says where it stands and what it says. */
  readonly options: JsonObject;
  readonly entries: readonly LegendEntry[];
  readonly size: Size;
  readonly hidden: ReadonlySet<string>;
  readonly context: DisplayContext;
  readonly onChoose: (name: string, isMore: boolean) => void;
  readonly onFocus?: (name: string | undefined) => void;
  /** The chart in the room that the legend leaves. */
  readonly children: (room: Size) => ReactNode;
}

/** A chart with its legend below or at the right, as much of it as there is room for. */
export function BesideLegend(props: BesideLegendProps) {
  const { entries, size, hidden, context, onChoose, onFocus = ignore, children } = props;
  const { isWall, chartTheme } = useDashboard();
  const legend = objectOf(props.options["legend"]);
  const isShown = flagOf(legend["showLegend"], true) && legend["displayMode"] !== "hidden" && entries.length > 0;
  const placement = oneOf(legend["placement"], ["bottom", "right"], "bottom");
  const as = oneOf(legend["displayMode"], ["list", "table"], "list");
  const calcs = textsOf(legend["calcs"]);
  // Nobody types on a wall.
  const hasSearch = !isWall && entries.length > SEARCHED;
  const room = legendRoom(
    {
      isShown,
      placement,
      as,
      calcs: calcs.length,
      lines: entries.length,
      hasSearch,
      names: entries.map(({ name }) => name),
      digits: calcs.length === 0 ? 0 : longestNumber(entries, context),
      scrolls: !isWall,
      fontSize: legendFontSize(isWall, chartTheme.fontSize),
      width: isWall ? undefined : numberOf(legend["width"]),
    },
    size,
  );
  return (
    <div className="v-time-series" data-legend={isShown && room.legend > 0 ? room.placement : "none"}>
      {children(room.chart)}
      {room.legend > 0 && (
        <div
          className="v-time-series-legend"
          style={room.placement === "bottom" ? { height: room.legend } : { width: room.legend }}
        >
          <Legend
            series={entries}
            as={room.isTable ? "table" : "list"}
            calcs={room.isTable ? calcs.slice(0, room.calcs) : []}
            firstSort={legendSort(legend)}
            hidden={hidden}
            context={context}
            canSearch={hasSearch && room.legend >= LEAST_SEARCHED * letterScale()}
            room={{ width: size.width, height: room.legend }}
            onChoose={onChoose}
            onFocus={onFocus}
          />
        </div>
      )}
    </div>
  );
}

/** Letters of the longest of some newest numbers: what is reckoned of them is as long. */
function longestNumber(entries: readonly LegendEntry[], context: DisplayContext): number {
  return entries
    .slice(0, MEASURED)
    .reduce((most, { field }) => Math.max(most, displayValue(newestNumber(field), field, context).line.length), 0);
}

function newestNumber({ values }: DisplayField): number | undefined {
  for (let at = values.length - 1; at >= 0; at--) {
    const value = values[at];
    if (typeof value === "number") return value;
  }
  return undefined;
}

/** More of them are hardly longer. */
const MEASURED = 8;

/** A legend of more series than these can be searched: from here on they share one colour. */
const SEARCHED = 24;

/** CSS pixels, in usual letters, of a legend that has a line for names below its search. */
const LEAST_SEARCHED = 58;

function ignore() {}
