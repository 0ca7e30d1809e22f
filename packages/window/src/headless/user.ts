import { setImmediate as nextTurn } from "node:timers/promises";
import { tell, tellWith } from "../model/announce.ts";
import { place, withinLimits } from "../model/geometry.ts";
import { close } from "../model/lifecycle.ts";
import { isVisible, type ModelWindow, reportedMode, takesInput } from "../model/model.ts";
import { maximize, minimize, restore } from "../model/modes.ts";
import { focus } from "../model/visibility.ts";
import type { Rectangle, Size } from "../rectangle.ts";
import type { ResizeEdge } from "../window-event.ts";

/** What a person does with mouse and keyboard; each resolves when the window has taken it or refused it. */
export interface WindowUser {
  close(): Promise<void>;
  resize(bounds: Rectangle, edge: ResizeEdge): Promise<void>;
  move(x: number, y: number): Promise<void>;
  focus(): Promise<void>;
  minimize(): Promise<void>;
  maximize(): Promise<void>;
  restore(): Promise<void>;
}

export function userOf(window: ModelWindow): WindowUser {
  const act = async (isAllowed: boolean, work: () => void): Promise<void> => {
    if (!window.isDestroyed && takesInput(window) && isAllowed) work();
    await nextTurn();
  };
  const canBeSized = (): boolean => isVisible(window) && reportedMode(window.modes) === "normal";
  return {
    close: () => act(window.isShown, () => close(window)),
    resize: (bounds, edge) => act(canBeSized() && window.isResizable, () => resize(window, bounds, edge)),
    move: (x, y) => act(canBeSized() && window.isMovable, () => move(window, x, y)),
    focus: () => act(true, () => focus(window)),
    minimize: () => act(isVisible(window) && window.isMinimizable, () => minimize(window)),
    maximize: () => act(isVisible(window) && window.isMaximizable && window.isResizable, () => maximize(window)),
    restore: () => act(window.isShown, () => restore(window)),
  };
}

function resize(window: ModelWindow, wish: Rectangle, edge: ResizeEdge): void {
  const { rules } = window.system;
  const bounds = heldAt(edge, wish, withinLimits(window, keepingRatio(window, wish, edge)));
  if (rules.tellsUserSteps) {
    const details = { edge: rules.isMac ? macEdge(edge) : edge };
    if (tellWith(window, "will-resize", bounds, details).defaultPrevented) return;
  }
  place(window, bounds);
  if (rules.tellsUserSteps) afterwards(window, "resized");
}

function move(window: ModelWindow, x: number, y: number): void {
  const { rules } = window.system;
  const bounds = { ...window.normal, x, y };
  if (rules.tellsUserSteps) {
    const event = tellWith(window, "will-move", bounds);
    if (event.defaultPrevented && rules.mayPreventMove) return;
  }
  place(window, bounds);
  // The model of the Mac tells `moved` with every `move`.
  if (rules.tellsUserSteps && !rules.isMac) afterwards(window, "moved");
}

/** The end of a drag comes after the `resize` or `move` of its last step. */
function afterwards(window: ModelWindow, event: "resized" | "moved"): void {
  queueMicrotask(() => tell(window, event));
}

/** The ratio is that of the content; the edge that is dragged leads. */
function keepingRatio({ aspectRatio, frame }: ModelWindow, { width, height }: Size, edge: ResizeEdge): Size {
  if (aspectRatio === 0) return { width, height };
  const [across, down] = [frame.left + frame.right, frame.top + frame.bottom];
  if (edge === "top" || edge === "bottom") {
    return { width: Math.round((height - down) * aspectRatio) + across, height };
  }
  return { width, height: Math.round((width - across) / aspectRatio) + down };
}

/** The edge opposite to the one that is dragged stays where it is. */
function heldAt(edge: ResizeEdge, wish: Rectangle, { width, height }: Size): Rectangle {
  return {
    x: edge.includes("left") ? wish.x + wish.width - width : wish.x,
    y: edge.includes("top") ? wish.y + wish.height - height : wish.y,
    width,
    height,
  };
}

function macEdge(edge: ResizeEdge): ResizeEdge {
  return edge.includes("left") || edge.includes("right") ? "right" : "bottom";
}
