import { appearanceMethods } from "./model/appearance.ts";
import { geometryMethods } from "./model/geometry.ts";
import { lifecycleMethods } from "./model/lifecycle.ts";
import type { ModelWindow } from "./model/model.ts";
import { modeMethods } from "./model/modes.ts";
import { stackingMethods } from "./model/stacking.ts";
import { visibilityMethods } from "./model/visibility.ts";

/** What stands behind a `BaseWindow`: its methods after their arguments were checked. */
export type WindowPeer = Omit<
  ReturnType<typeof lifecycleMethods> &
    ReturnType<typeof visibilityMethods> &
    ReturnType<typeof modeMethods> &
    ReturnType<typeof geometryMethods> &
    ReturnType<typeof stackingMethods> &
    ReturnType<typeof appearanceMethods>,
  "setParent" | "parent" | "children"
> & {
  readonly isDestroyed: () => boolean;
  /** Ids, so that every backend keeps its own objects to itself. */
  readonly setParentId: (id: number | undefined) => void;
  readonly parentId: () => number | undefined;
  readonly childIds: () => number[];
};

/** A window of the model: X11 and headless. */
export function modelPeer(window: ModelWindow, byId: (id: number) => ModelWindow | undefined): WindowPeer {
  const { setParent, parent, children, ...lifecycle } = lifecycleMethods(window);
  return {
    ...lifecycle,
    ...visibilityMethods(window),
    ...modeMethods(window),
    ...geometryMethods(window),
    ...stackingMethods(window),
    ...appearanceMethods(window),
    isDestroyed: () => window.isDestroyed,
    setParentId: (id) => setParent(id === undefined ? undefined : byId(id)),
    parentId: parent,
    childIds: children,
  };
}
