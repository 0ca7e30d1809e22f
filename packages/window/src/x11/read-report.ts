import type { Insets, Rectangle } from "../rectangle.ts";
import type { X11Window } from "./x11-window.ts";

const WITHDRAWN = 0;

/** What the server says about a window at one moment. */
export interface Report {
  /** `WM_STATE`: 0 withdrawn, 1 normal, 3 iconic. */
  readonly wmState: number;
  readonly states: ReadonlySet<number>;
  readonly extents: Insets | undefined;
  /** Shadows that the client draws itself are no part of the window. */
  readonly shadows: Insets | undefined;
}

/** State, frame and place are told one by one in any order; they are read together. */
export async function readReport({
  connection,
  handle,
  confirmed,
  isAdopted,
}: Pick<X11Window, "connection" | "handle" | "confirmed" | "isAdopted">): Promise<Report> {
  const { atoms, root } = connection;
  const wasStale = confirmed.isPlaceStale;
  confirmed.isPlaceStale = false;
  const [wmState, states, extents, shadows, place] = await Promise.all([
    connection.values(handle, atoms.WM_STATE),
    connection.values(handle, atoms._NET_WM_STATE),
    connection.values(handle, atoms._NET_FRAME_EXTENTS),
    isAdopted ? connection.values(handle, atoms._GTK_FRAME_EXTENTS) : [],
    wasStale
      ? connection.ask<{ destX: number; destY: number }>((client, reply) =>
          client.TranslateCoordinates(handle, root, 0, 0, reply),
        )
      : undefined,
  ]);
  // A notification that came while this was read is the newer word.
  if (place !== undefined && !confirmed.isPlaceStale) {
    confirmed.client = movedTo(confirmed.client, place.destX, place.destY);
  }
  return {
    wmState: wmState[0] ?? WITHDRAWN,
    states: new Set(states),
    extents: insetsOf(extents),
    shadows: insetsOf(shadows),
  };
}

function movedTo({ width, height }: Rectangle, x: number, y: number): Rectangle {
  return { x, y, width, height };
}

function insetsOf(values: readonly number[]): Insets | undefined {
  const [left, right, top, bottom] = values;
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return undefined;
  return { left, right, top, bottom };
}
