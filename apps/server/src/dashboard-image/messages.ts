import type { DashboardPicture } from "@vedette/web";

/** A picture as it is ordered: what the thread reads itself comes as the text it came as. */
export interface PictureOrder
  extends Omit<DashboardPicture, "document" | "sources" | "ask" | "askAnnotations" | "signal"> {
  /** JSON. */
  readonly document: string;
  /** JSON. */
  readonly sources: string;
}

/** A question to a data source, or for what people said happened in a range. */
export type Question =
  | ({ readonly of: "source" } & Parameters<DashboardPicture["ask"]>[0])
  | ({ readonly of: "annotations" } & Parameters<DashboardPicture["askAnnotations"]>[0]);

export type ToDrawer =
  | { readonly kind: "draw"; readonly id: number; readonly order: PictureOrder }
  /** Nobody waits for the drawing any more. */
  | { readonly kind: "stop"; readonly id: number }
  /** `body`: JSON of the whole answer; `undefined` when there is none. */
  | { readonly kind: "answer"; readonly id: number; readonly question: number; readonly body: string | undefined };

export type FromDrawer =
  | { readonly kind: "ask"; readonly id: number; readonly question: number; readonly call: Question }
  /** `svg` is `undefined` when there is no such panel. */
  | { readonly kind: "drawn"; readonly id: number; readonly svg: string | undefined }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };
