import { tell } from "./announce.ts";
import { place, takeShape } from "./geometry.ts";
import { isVisible, type ModelSystem, type ModelWindow, takesInput } from "./model.ts";
import { raiseOwn } from "./stacking.ts";

/** Makes a window visible; listeners hear `show` inside the call. */
export function bringUp(window: ModelWindow, activates: boolean): void {
  if (isVisible(window)) return;
  const wasMinimized = window.modes.minimized && window.isShown;
  window.modes = { ...window.modes, minimized: false };
  window.isShown = true;
  takeShape(window);
  comeBelowTray(window);
  if (activates) takeFocus(window);
  if (wasMinimized) {
    window.driver.apply({ kind: "modes", before: { ...window.modes, minimized: true }, from: window.shown });
  } else {
    window.driver.apply({ kind: "show", activates });
  }
  if (activates && window.options.focusable) window.driver.apply({ kind: "activate" });
  raiseOwn(window);
  if (window.isModal) window.parent?.driver.apply({ kind: "enabled" });
  tell(window, "show");
}

/** On macOS what is to be seen begins below the tray. */
export function comeBelowTray(window: ModelWindow): void {
  if (window.system.rules.isMac) place(window, window.normal);
}

function withdraw(window: ModelWindow): void {
  const wasVisible = isVisible(window);
  if (!window.isShown) return;
  window.isShown = false;
  loseFocus(window);
  window.driver.apply({ kind: "hide" });
  releaseParent(window);
  if (wasVisible) tell(window, "hide");
}

/** A modal child that went away sets its parent free and hands it the focus. */
export function releaseParent(window: ModelWindow): void {
  const { parent } = window;
  if (!window.isModal || parent === undefined || parent.isDestroyed) return;
  parent.driver.apply({ kind: "enabled" });
  if (takesInput(parent)) focus(parent);
}

/** Moves the focus in the model. Records each change, so that listeners are also notified of one that the program reverts in the same turn. */
export function moveFocus(system: ModelSystem, window: ModelWindow | undefined): void {
  const { focused } = system;
  if (focused === window) return;
  system.focused = window;
  focused?.announced.focusChanges.push(false);
  window?.announced.focusChanges.push(true);
}

function takeFocus(window: ModelWindow): void {
  if (!window.options.focusable) return;
  moveFocus(window.system, window);
  endFlash(window);
}

/** Only what is visible can have the focus. */
export function focus(window: ModelWindow): void {
  if (!isVisible(window) || !window.options.focusable) return;
  takeFocus(window);
  window.driver.apply({ kind: "activate" });
  raiseOwn(window);
}

/** The focus goes on to whatever the backend finds below. */
function blur(window: ModelWindow): void {
  if (window.system.focused !== window) return;
  moveFocus(window.system, undefined);
  window.driver.apply({ kind: "deactivate" });
}

/** A window that can be seen no more has no focus; who gets it is the window manager's affair where there is one. */
export function loseFocus(window: ModelWindow): void {
  if (window.system.focused !== window) return;
  moveFocus(window.system, undefined);
  window.driver.apply({ kind: "unfocus" });
}

export function endFlash(window: ModelWindow): void {
  if (!window.isFlashing) return;
  window.isFlashing = false;
  window.driver.apply({ kind: "hints" });
  window.driver.apply({ kind: "state", state: "DEMANDS_ATTENTION" });
}

/** Visible or not, focused or not, enabled or not. */
export function visibilityMethods(window: ModelWindow) {
  return {
    focus: (): void => focus(window),
    blur: (): void => blur(window),
    isFocused: (): boolean => window.system.focused === window && isVisible(window),
    show(): void {
      if (isVisible(window)) focus(window);
      else bringUp(window, true);
    },
    showInactive(): void {
      if (!window.isModal) bringUp(window, false);
    },
    hide: (): void => withdraw(window),
    isVisible: (): boolean => isVisible(window),
    isModal: (): boolean => window.isModal,
    setEnabled(flag: boolean): void {
      if (flag === window.isEnabled) return;
      window.isEnabled = flag;
      window.driver.apply({ kind: "enabled" });
    },
    isEnabled: (): boolean => takesInput(window),
  };
}
