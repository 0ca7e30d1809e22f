import { type Insets, NO_INSETS, type Rectangle } from "../rectangle.ts";
import type { X11Window } from "./x11-window.ts";

const WITHDRAWN = 0;

/** What the server says about a window at one moment. */
export interface Report {
  /** `WM_STATE`: 0 withdrawn, 1 normal, 3 iconic. */
  readonly wmState: number;
  readonly states: ReadonlySet<number>;
  /** What is around the client area; less than nothing where the client draws shadows that are no part of the window. */
  readonly extents: Insets | undefined;
  readonly shadows: Insets;
}

/** State, frame and place are told one by one in any order; they are read together. */
export async function readReport({
  connection,
  handle,
  confirmed,
  isAdopted,
  system,
}: Pick<X11Window, "connection" | "handle" | "confirmed" | "isAdopted" | "system">): Promise<Report> {
  const { atoms, root } = connection;
  const wasStale = confirmed.isPlaceStale;
  confirmed.isPlaceStale = false;
  const [wmState, states, extents, shadows, place] = await Promise.all([
    connection.values(handle, atoms.WM_STATE),
    connection.values(handle, atoms._NET_WM_STATE),
    // The property outlives the window manager that wrote it.
    system.manager.isPresent ? connection.values(handle, atoms._NET_FRAME_EXTENTS) : [],
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
    extents: lessShadows(insetsOf(extents), insetsOf(shadows)),
    shadows: insetsOf(shadows) ?? NO_INSETS,
  };
}

function lessShadows(extents: Insets | undefined, shadows: Insets | undefined): Insets | undefined {
  if (shadows === undefined) return extents;
  const { left, right, top, bottom } = extents ?? NO_INSETS;
  return {
    left: left - shadows.left,
    right: right - shadows.right,
    top: top - shadows.top,
    bottom: bottom - shadows.bottom,
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
