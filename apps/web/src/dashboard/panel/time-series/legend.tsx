import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react";
import { dashboardMessages } from "../../messages.ts";
import { type DisplayContext, displayValue } from "../../model/field/display-value.ts";
import { reduceValues } from "../../model/field/reducer.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import type { Size } from "../../view/use-size.ts";
import { reducerTitle } from "../reducer-titles.ts";
import { useWholeEntries } from "../use-whole-entries.ts";
import { inLegendOrder, type LegendEntry, type LegendSort } from "./legend-order.ts";
import "../../../control/field.css";
import "./legend.css";

interface LegendProps {
  readonly series: readonly LegendEntry[];
  readonly as: "list" | "table";
  /** Ids of reducers: a column each. */
  readonly calcs: readonly string[];
  /** Until somebody presses a head. */
  readonly firstSort: LegendSort | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly context: DisplayContext;
  readonly canSearch: boolean;
  readonly room: Size;
  /** A press shows one series alone, or with `isMore` adds or takes it. */
  readonly onChoose: (name: string, isMore: boolean) => void;
  readonly onFocus: (name: string | undefined) => void;
}

/** Lines beyond these appear on request: a list of a hundred pods is no legend. */
const FIRST_LINES = 40;

export function Legend(props: LegendProps) {
  const [wanted, setWanted] = useState("");
  if (!props.canSearch) return <LegendLines {...props} />;
  const search = wanted.trim().toLowerCase();
  return (
    <>
      <input
        type="search"
        className="v-input v-legend-search"
        aria-label={dashboardMessages.chart.searchSeries}
        placeholder={dashboardMessages.chart.searchSeries}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <LegendLines {...props} series={props.series.filter(({ name }) => name.toLowerCase().includes(search))} />
    </>
  );
}

function LegendLines(props: LegendProps) {
  const { as, calcs, firstSort, room } = props;
  const { isWall } = useDashboard();
  const [isWhole, setWhole] = useState(false);
  const [pressed, setPressed] = useState<LegendSort | "none">();
  const sort = pressed === "none" ? undefined : (pressed ?? firstSort);
  const series = inLegendOrder(props.series, sort);
  const list = useWholeEntries<HTMLUListElement>(series.length, room);
  const table = useWholeEntries<HTMLTableElement>(series.length, room);
  const isList = as === "list" && calcs.length === 0;
  const whole = isList ? list.shown : table.shown;
  const shown = isWhole ? series : series.slice(0, Math.min(whole, FIRST_LINES));
  const more = series.length - shown.length;
  const rest =
    more > 0 &&
    (isWall ? (
      <span className="v-legend-left">+{more}</span>
    ) : (
      <button type="button" className="v-legend-more" onClick={() => setWhole(true)}>
        {dashboardMessages.chart.more(more)}
      </button>
    ));
  if (isList) {
    return (
      <ul
        className="v-legend"
        aria-label={dashboardMessages.chart.legend}
        ref={list.box}
        data-more={more > 0 || undefined}
      >
        {shown.map((one) => (
          <li key={one.id}>
            <LegendName {...props} one={one} />
          </li>
        ))}
        {rest && <li>{rest}</li>}
      </ul>
    );
  }
  return <LegendTable {...props} box={table.box} series={shown} sort={sort} onSort={setPressed} rest={rest} />;
}

interface LegendTableProps extends LegendProps {
  readonly sort: LegendSort | undefined;
  readonly onSort: (sort: LegendSort | "none") => void;
  readonly rest: React.ReactNode;
  readonly box: RefObject<HTMLTableElement | null>;
}

function LegendTable(props: LegendTableProps) {
  const { series, calcs, context, sort, onSort, rest, box } = props;
  const press = (calc: string) => {
    if (sort?.calc !== calc) return onSort({ calc, isDown: true });
    onSort(sort.isDown ? { calc, isDown: false } : "none");
  };

  return (
    <table className="v-legend-table" ref={box}>
      <thead>
        <tr>
          <th scope="col">
            <span className="v-hidden">{dashboardMessages.panel.series}</span>
          </th>
          {calcs.map((calc) => (
            <th
              key={calc}
              scope="col"
              aria-sort={sort?.calc === calc ? (sort.isDown ? "descending" : "ascending") : "none"}
            >
              <button type="button" onClick={() => press(calc)}>
                {reducerTitle(calc)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              <LegendName {...props} one={one} />
            </th>
            {calcs.map((calc) => (
              <td key={calc}>
                {displayValue(reduceValues(calc, Array.from(one.field.values)), one.field, context).line}
              </td>
            ))}
          </tr>
        ))}
        {rest && (
          <tr>
            <td colSpan={calcs.length + 1}>{rest}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface LegendNameProps extends LegendProps {
  readonly one: LegendEntry;
}

function LegendName({ one, hidden, onChoose, onFocus }: LegendNameProps) {
  const isHidden = hidden.has(one.name);
  const choose = (event: MouseEvent) => onChoose(one.name, event.ctrlKey || event.metaKey);
  // Browsers press a button by Enter, and not by Ctrl and Enter.
  const chooseByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onChoose(one.name, true);
  };
  return (
    <button
      type="button"
      className="v-legend-name"
      aria-pressed={!isHidden}
      title={one.name}
      onClick={choose}
      onKeyDown={chooseByKey}
      onPointerEnter={() => onFocus(isHidden ? undefined : one.name)}
      onPointerLeave={() => onFocus(undefined)}
    >
      <Swatch one={one} />
      <span className="v-legend-text">{one.name}</span>
    </button>
  );
}

/** A bit of the line, or of a bar. */
function Swatch({ one: { color, draw } }: { readonly one: LegendEntry }) {
  if (draw?.as === "bars") return <span className="v-swatch" data-bar data-hatch={draw.hatch} style={{ color }} />;
  const dash = draw?.dash ?? [];
  return <span className="v-swatch" data-dashed={dash.length > 0 || undefined} style={{ color, ...dashed(dash) }} />;
}

/** Strokes and gaps as long as those of the line. */
function dashed(dash: readonly number[]): { backgroundImage?: string; backgroundColor?: string } {
  if (dash.length === 0) return {};
  const lengths = dash.length % 2 === 0 ? dash : [...dash, ...dash];
  let end = 0;
  const strokes = lengths.map((length, at) => {
    const start = end;
    end += length;
    return `${at % 2 === 0 ? "currentcolor" : "transparent"} ${start}px ${end}px`;
  });
  return {
    backgroundImage: `repeating-linear-gradient(90deg, ${strokes.join(", ")})`,
    backgroundColor: "transparent",
  };
}
