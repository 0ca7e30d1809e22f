import type { EditorView, Rect } from "@codemirror/view";

interface PlacedInfo {
  readonly class: string;
  readonly style: string;
}

/** Boxes of the window, and what of it can be used. */
interface Places {
  /** Where somebody types. */
  readonly cursor: Rect | null;
  readonly list: Rect;
  readonly option: Rect;
  readonly info: Rect;
  readonly space: Rect;
}

/** CSS pixels that stay free at the edge of the window. */
const EDGE = 8;

/** As the editor asks. */
export function placeInfo(view: EditorView, ...[list, option, info, space]: readonly [Rect, Rect, Rect, Rect]) {
  return placeOf({ cursor: view.coordsAtPos(view.state.selection.main.head), list, option, info, space });
}

/**
 * Where it says what a completion means: beside the list, else below or above all of it, and over what else is offered only
 * where nothing has room. Left to itself, the editor lays it over the list in narrow windows and in large letters.
 */
export function placeOf({ cursor, list, option, info, space }: Places): PlacedInfo {
  const [width, height] = [info.right - info.left, info.bottom - info.top];
  const [before, after] = [list.left - space.left, space.right - list.right];
  if (width <= Math.max(before, after)) {
    const top = Math.max(space.top, Math.min(option.top, space.bottom - height)) - list.top;
    return { class: `cm-completionInfo-${width <= after ? "right" : "left"}`, style: `top: ${top}px` };
  }
  const place = (end: string) => ({ class: "", style: `${end}; max-width: ${space.right - list.left - EDGE}px` });
  if (height <= space.bottom - list.bottom) return place("top: 100%");
  const isListAbove = cursor !== null && list.bottom <= cursor.top;
  if (isListAbove && height <= list.top - space.top) return place("bottom: 100%");
  return place(`top: ${option.bottom - list.top}px`);
}
