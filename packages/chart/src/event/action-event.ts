type OneOrMany<Value> = Value | readonly Value[];

/** Which component or items an action was meant for. What is missing addresses all. */
interface Target {
  readonly seriesIndex?: OneOrMany<number>;
  readonly seriesId?: OneOrMany<string>;
  readonly seriesName?: OneOrMany<string>;
  readonly dataIndex?: OneOrMany<number>;
  readonly name?: OneOrMany<string>;
  readonly dataType?: "node" | "edge";
}

/** Several targets of one action; the members of `batch` are those that the event itself has otherwise. */
interface Batched<Entry> {
  readonly batch?: readonly Entry[];
}

type Typed<Name extends string, Params> = { readonly type: Name; readonly escapeConnect?: boolean } & Readonly<Params>;

interface Zoom {
  /** Factor of this step, not of all so far. */
  readonly zoom: number;
  readonly originX: number;
  readonly originY: number;
  readonly dx?: undefined;
  readonly dy?: undefined;
}

interface Pan {
  readonly dx: number;
  readonly dy: number;
  readonly zoom?: undefined;
  readonly originX?: undefined;
  readonly originY?: undefined;
}

interface TotalZoom {
  /** The zoom of the component after this step. */
  readonly totalZoom: number;
}

type SeriesRoam<Name extends string> = Typed<Name, TotalZoom & { seriesId: string } & (Zoom | Pan)>;

type GeoRoam = Typed<
  "georoam",
  TotalZoom & { componentType: "geo" | "series"; seriesId?: string; geoId?: string } & (Zoom | Pan)
>;

export interface SelectedItems {
  readonly dataIndex: number[];
  readonly seriesIndex: number;
  readonly dataType?: "node" | "edge";
}

interface SelectChanged {
  fromAction: "select" | "toggleSelect" | "unselect";
  /** Every selected item of the chart. */
  selected: readonly SelectedItems[];
  isFromClick: boolean;
  fromActionPayload: { readonly type: string; readonly [member: string]: unknown };
}

interface LegendSelection {
  name: string;
  /** Whether each entry of all legends is shown. */
  selected: Readonly<Record<string, boolean>>;
}

interface LegendChange {
  selected: Readonly<Record<string, boolean>>;
  legendIndex?: readonly number[];
}

interface ZoomWindow {
  readonly dataZoomId?: string;
  readonly dataZoomIndex?: OneOrMany<number>;
  /** Percent. */
  readonly start?: number;
  readonly end?: number;
  readonly startValue?: number | string | Date;
  readonly endValue?: number | string | Date;
}

interface BrushSelection {
  readonly brushId: string;
  readonly brushIndex: number;
  readonly brushName?: string;
  readonly selected: readonly (SelectedItems & { readonly seriesId: string; readonly seriesName: string })[];
}

interface GeoSelection {
  name: string;
  selected: Readonly<Record<string, boolean>>;
  allSelected: readonly { readonly geoIndex: number; readonly name: readonly string[] }[];
}

interface AxisBreaks {
  breaks: readonly {
    readonly xAxisIndex?: number;
    readonly yAxisIndex?: number;
    readonly singleAxisIndex?: number;
    readonly start: number | string | Date;
    readonly end: number | string | Date;
    readonly isExpanded: boolean;
    readonly old: { readonly isExpanded: boolean };
  }[];
  fromAction: string;
  fromActionPayload: unknown;
}

interface PointedAxes {
  axesInfo?: readonly { readonly axisDim: string; readonly axisIndex: number; readonly value: unknown }[];
  seriesIndex?: number;
  dataIndex?: number;
  x?: number;
  y?: number;
}

interface HierarchyMove {
  targetNode?: unknown;
  direction?: string;
  seriesId?: string;
}

interface Item {
  seriesIndex?: number;
  dataIndex?: number;
  name?: string;
  x?: number;
  y?: number;
}

/** What a chart tells after an action, by the user or by `dispatchAction`. */
interface ActionParams {
  highlight: Target & Batched<Target>;
  downplay: Target & Batched<Target>;
  selectchanged: SelectChanged;
  /** Booleans by piece of a discrete map, the two ends of a continuous one. */
  datarangeselected: {
    // Not read-only, since `Array.isArray` would tell the two no more apart.
    selected: Readonly<Record<string, boolean>> | [number, number];
    visualMapId?: string;
    visualMapIndex?: number;
  };
  dataviewchanged: { newOption?: object };
  magictypechanged: {
    currentType: "line" | "bar" | "stack" | "tiled";
    newOption?: object;
    newTitle?: object;
    featureName?: string;
  };
  legendselectchanged: LegendSelection;
  legendselected: LegendSelection;
  legendunselected: LegendSelection;
  legendselectall: LegendChange;
  legendinverseselect: LegendChange;
  legendscroll: { scrollDataIndex: number; legendId?: string };
  /** The wheel, the slider and the toolbox tell a `batch`; `batchOf` makes one of all. */
  datazoom: ZoomWindow & Batched<ZoomWindow>;
  restore: object;
  brush: { brushId?: string; areas?: readonly object[] };
  brushend: { brushId?: string; areas?: readonly object[] };
  brushselected: { batch: readonly BrushSelection[] };
  globalcursortaken: { key?: string; brushOption?: object; dataZoomSelectActive?: boolean };
  axisareaselected: { parallelAxisId?: string; intervals?: readonly (readonly [number, number])[] };
  parallelaxisexpand: { axisExpandWindow?: readonly [number, number]; parallelAxisId?: string };
  timelinechanged: { currentIndex: number };
  timelineplaychanged: { playState: boolean };
  geoselectchanged: GeoSelection;
  geoselected: GeoSelection;
  geounselected: GeoSelection;
  treeexpandandcollapse: { seriesId?: string; dataIndex?: number };
  treemaproottonode: HierarchyMove;
  treemapzoomtonode: HierarchyMove;
  treemaprender: HierarchyMove;
  treemapmove: HierarchyMove;
  sunburstroottonode: HierarchyMove;
  /** @deprecated `highlight` */
  sunbursthighlight: HierarchyMove;
  /** @deprecated `downplay` */
  sunburstunhighlight: HierarchyMove;
  dragnode: { dataIndex: number; localX: number; localY: number; seriesId?: string };
  axisbreakchanged: AxisBreaks;
  changeaxisorder: { componentType?: string; axisId?: string; sortInfo?: object };
  showtip: Item;
  hidetip: Item;
  updateaxispointer: PointedAxes;
  /** @deprecated `selectchanged` */
  select: Target & Batched<Target>;
  /** @deprecated `selectchanged` */
  unselect: Target & Batched<Target>;
  /** @deprecated `selectchanged` */
  toggleselect: Target & Batched<Target>;
  /** @deprecated `highlight` */
  focusnodeadjacency: Target;
  /** @deprecated `downplay` */
  unfocusnodeadjacency: Target;
  /** @deprecated `selectchanged` */
  pieselectchanged: LegendSelection & Target;
  /** @deprecated `selectchanged` */
  pieselected: LegendSelection & Target;
  /** @deprecated `selectchanged` */
  pieunselected: LegendSelection & Target;
  /** @deprecated `selectchanged` */
  mapselectchanged: LegendSelection & Target;
  /** @deprecated `selectchanged` */
  mapselected: LegendSelection & Target;
  /** @deprecated `selectchanged` */
  mapunselected: LegendSelection & Target;
  /** After every completed update. */
  updated: object;
  /** On every drawn frame; milliseconds it took. Does not mean that an animation ended. */
  rendered: { elapsedTime: number };
  /** Once when nothing moves and nothing is left to draw. Register it before the option where nothing is animated. */
  finished: object;
}

/** Each action event with what its handler is given. */
export type ActionEventMap = {
  readonly [Name in keyof ActionParams]: Typed<Name, ActionParams[Name]>;
} & {
  readonly graphroam: SeriesRoam<"graphroam">;
  readonly treeroam: SeriesRoam<"treeroam">;
  readonly sankeyroam: SeriesRoam<"sankeyroam">;
  readonly georoam: GeoRoam;
};

/** A table with one entry for each event, so that neither can be forgotten; the value says nothing. */
const ACTION_EVENTS: Readonly<Record<keyof ActionEventMap, true>> = {
  highlight: true,
  downplay: true,
  selectchanged: true,
  datarangeselected: true,
  graphroam: true,
  georoam: true,
  treeroam: true,
  sankeyroam: true,
  dataviewchanged: true,
  magictypechanged: true,
  legendselectchanged: true,
  legendselected: true,
  legendunselected: true,
  legendselectall: true,
  legendinverseselect: true,
  legendscroll: true,
  datazoom: true,
  restore: true,
  brush: true,
  brushend: true,
  brushselected: true,
  globalcursortaken: true,
  axisareaselected: true,
  parallelaxisexpand: true,
  timelinechanged: true,
  timelineplaychanged: true,
  geoselectchanged: true,
  geoselected: true,
  geounselected: true,
  treeexpandandcollapse: true,
  treemaproottonode: true,
  treemapzoomtonode: true,
  treemaprender: true,
  treemapmove: true,
  sunburstroottonode: true,
  sunbursthighlight: true,
  sunburstunhighlight: true,
  dragnode: true,
  axisbreakchanged: true,
  changeaxisorder: true,
  showtip: true,
  hidetip: true,
  updateaxispointer: true,
  select: true,
  unselect: true,
  toggleselect: true,
  focusnodeadjacency: true,
  unfocusnodeadjacency: true,
  pieselectchanged: true,
  pieselected: true,
  pieunselected: true,
  mapselectchanged: true,
  mapselected: true,
  mapunselected: true,
  updated: true,
  rendered: true,
  finished: true,
};

/** Names of the events that follow an action or a drawing. */
export const ACTION_EVENT_NAMES = Object.keys(ACTION_EVENTS) as readonly (keyof ActionEventMap)[]; // the table's own keys

/** The entries of an event that may stand for several: its `batch`, or the event itself. */
export function batchOf<Entry extends object>(params: Entry & Batched<Entry>): readonly Entry[] {
  return params.batch ?? [params];
}
