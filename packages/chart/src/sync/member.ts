/** What charts may repeat of each other. */
export type SyncKind = "cursor" | "highlight" | "zoom" | "legend";

/** A place on the axis below the data. */
export interface AxisPlace {
  readonly value: number;
  readonly name: string | undefined;
  readonly seriesIndex: number | undefined;
  readonly dataIndex: number | undefined;
}

/** How a chart stands after a change: never a step, so that one that is left out does no harm. */
export type Change =
  | { readonly kind: "cursor"; readonly at: AxisPlace | undefined }
  | { readonly kind: "highlight"; readonly names: readonly string[] }
  | { readonly kind: "zoom"; readonly values: readonly [number, number]; readonly percent: readonly [number, number] }
  | { readonly kind: "legend"; readonly selected: Readonly<Record<string, boolean>> };

export type Match = "time" | "index" | "name";

/** A chart as its group sees it. */
export interface Member {
  listen(kinds: readonly SyncKind[], tell: (change: Change) => void): () => void;
  show(change: Change, match: Match): void;
}
