import { tell } from "./announce.ts";
import type { ModelWindow } from "./model.ts";
import { raise } from "./stacking.ts";
import { loseFocus, releaseParent } from "./visibility.ts";

/** Asks listeners, then the owner; an own window is gone when this returns. */
export function close(window: ModelWindow): void {
  if (!window.isClosable && window.system.rules.storesCapabilities) return;
  const event = tell(window, "close");
  if (event.defaultPrevented || window.isDestroyed) return;
  if (window.driver.isAdopted) window.driver.apply({ kind: "close" });
  else destroy(window);
}

/** Children first; the last event of every one is `closed`. */
function destroy(window: ModelWindow): void {
  if (window.isDestroyed) return;
  for (const child of [...window.children]) destroy(child);
  window.driver.apply({ kind: "destroy" });
  // The owner of an adopted window is told to go; it has gone when the server says so.
  if (!window.driver.isAdopted) gone(window);
}

/** The window is no more, whoever ended it. */
export function gone(window: ModelWindow): void {
  if (window.isDestroyed) return;
  const { system } = window;
  for (const child of [...window.children]) destroy(child);
  window.isDestroyed = true;
  if (window.isShown) {
    window.isShown = false;
    loseFocus(window);
    releaseParent(window);
  }
  system.windows.delete(window);
  system.stacking = system.stacking.filter((candidate) => candidate !== window);
  leaveParent(window);
  tell(window, "closed");
}

function leaveParent(window: ModelWindow): void {
  const { parent } = window;
  if (parent !== undefined) parent.children = parent.children.filter((child) => child !== window);
}

export function lifecycleMethods(window: ModelWindow) {
  return {
    close: (): void => close(window),
    destroy: (): void => destroy(window),
    settled: (timeoutMs: number): Promise<boolean> => window.driver.settled(timeoutMs),
    setParent(parent: ModelWindow | undefined): void {
      for (let at = parent; at !== undefined; at = at.parent) {
        if (at === window) throw new TypeError("A window cannot be its own parent");
      }
      leaveParent(window);
      window.parent = parent;
      parent?.children.push(window);
      window.driver.apply({ kind: "parent" });
      if (parent !== undefined) raise(window);
    },
    parent: (): number | undefined => window.parent?.id,
    children: (): number[] => window.children.map(({ id }) => id),
  };
}
