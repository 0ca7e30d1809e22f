import { EventEmitter } from "node:events";
import {
  type Check,
  checkArguments,
  isBoolean,
  isGiven,
  isInteger,
  isNumber,
  isPartialRectangle,
  isString,
  orAbsent,
} from "./arguments.ts";
import type { AdoptTarget } from "./backend.ts";
import type { DisplayChoice } from "./model/modes.ts";
import type { BaseWindowOptions } from "./options.ts";
import type { WindowPeer } from "./peer.ts";
import type { Rectangle, Size } from "./rectangle.ts";
import { currentSystem, nextWindowId } from "./system.ts";
import type { BaseWindowEvents } from "./window-event.ts";

const windowById = new Map<number, BaseWindow>();
/** Handed to the constructor by `adopt` only. */
const ADOPTED = Symbol("adopted");
type MakePeer = (id: number, emit: Emit) => WindowPeer;
type Emit = <Name extends keyof BaseWindowEvents>(name: Name, ...args: BaseWindowEvents[Name]) => void;

const FLAGS = [
  "fullScreen",
  "simpleFullScreen",
  "kiosk",
  "minimizable",
  "maximizable",
  "fullScreenable",
  "resizable",
  "closable",
  "movable",
] as const satisfies readonly (keyof BaseWindow)[];

/** Makes a property of a getter and a setter method. */
function pairUp(prototype: object, name: string, getter: "is" | "get"): void {
  const noun = name.replace(/^./, (first) => first.toUpperCase());
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(): unknown {
      return this[getter + noun]();
    },
    set(value: unknown) {
      this[`set${noun}`](value);
    },
  });
}

/**
 * A window on the screen: made here, or adopted from another program. All rectangles are outer ones, frame included, in
 * whole pixels. Getters read a model in this process; setters change it at once, and the server's word corrects it.
 *
 * This file is long because it is the whole list of methods; what they do is in `model/`.
 *
 * @see spec 3, "Window methods (base window)"
 */
export class BaseWindow extends EventEmitter<BaseWindowEvents> {
  /** Unique, never reused, readable after destruction. */
  readonly id: number;
  readonly #peer: WindowPeer;
  /** This and those below stand for the getter and the setter of the same name. */
  declare title: string;
  declare fullScreen: boolean;
  declare simpleFullScreen: boolean;
  declare kiosk: boolean;
  declare minimizable: boolean;
  declare maximizable: boolean;
  declare fullScreenable: boolean;
  declare resizable: boolean;
  declare closable: boolean;
  declare movable: boolean;

  static {
    for (const name of FLAGS) pairUp(BaseWindow.prototype, name, "is");
    pairUp(BaseWindow.prototype, "title", "get");
  }

  /** @throws Error before `initialize()` has resolved; TypeError when an option has the wrong type */
  constructor(options?: BaseWindowOptions);
  constructor(options: BaseWindowOptions = {}, adopted?: { readonly key: typeof ADOPTED; readonly peer: MakePeer }) {
    super();
    const system = currentSystem();
    if (options.parent && !(options.parent instanceof BaseWindow)) {
      throw new TypeError("Must pass BaseWindow instance or null");
    }
    this.id = nextWindowId();
    const emit: Emit = (name, ...args) => {
      if (name === "closed") windowById.delete(this.id);
      EventEmitter.prototype.emit.call(this, name, ...args);
    };
    this.#peer = adopted?.key === ADOPTED ? adopted.peer(this.id, emit) : system.create({ id: this.id, options, emit });
    windowById.set(this.id, this);
  }

  /** Living windows in order of creation. */
  static getAllWindows(): BaseWindow[] {
    return [...windowById.values()];
  }

  static getFocusedWindow(): BaseWindow | null {
    return BaseWindow.getAllWindows().find((window) => window.isFocused()) ?? null;
  }

  static fromId(id: number): BaseWindow | null {
    checkArguments([[id, isInteger]]);
    return windowById.get(id) ?? null;
  }

  /**
   * Takes over a top-level window of another program: by X window id, or the first one that a process shows.
   * `timeout` is in milliseconds and defaults to 10 000.
   *
   * @throws WindowError `ERR_NO_WINDOW` when there is none (in time), `ERR_NOT_SUPPORTED` where the backend cannot
   */
  static async adopt(target: AdoptTarget): Promise<BaseWindow> {
    const { known, create } = await currentSystem().adopt(target);
    const existing = known === undefined ? undefined : windowById.get(known);
    if (existing !== undefined) return existing;
    return Reflect.construct(BaseWindow, [{}, { key: ADOPTED, peer: create }], BaseWindow);
  }

  /** Asks listeners of `close`, then goes. A page in an adopted window may cancel: it then stays. */
  close(): void {
    this.#with().close();
  }

  /** Goes without asking; `closed` comes for certain. Harmless when repeated. */
  destroy(): void {
    if (!this.#peer.isDestroyed()) this.#peer.destroy();
  }

  isDestroyed(): boolean {
    return this.#peer.isDestroyed();
  }

  /**
   * Waits for server and window manager to have confirmed everything asked so far.
   *
   * @param timeout - milliseconds
   * @returns false after the timeout; never rejects
   */
  settled(timeout = 2000): Promise<boolean> {
    return this.#peer.isDestroyed() ? Promise.resolve(true) : this.#peer.settled(timeout);
  }

  /** Nothing on a hidden or minimized window. */
  focus(): void {
    this.#with().focus();
  }

  blur(): void {
    this.#with().blur();
  }

  isFocused(): boolean {
    return this.#with().isFocused();
  }

  show(): void {
    this.#with().show();
  }

  showInactive(): void {
    this.#with().showInactive();
  }

  hide(): void {
    this.#with().hide();
  }

  /** Shown and not minimized. */
  isVisible(): boolean {
    return this.#with().isVisible();
  }

  isModal(): boolean {
    return this.#with().isModal();
  }

  getParentWindow(): BaseWindow | null {
    return windowById.get(this.#with().parentId() ?? -1) ?? null;
  }

  getChildWindows(): BaseWindow[] {
    return this.#with()
      .childIds()
      .flatMap((id) => windowById.get(id) ?? []);
  }

  /** @throws TypeError on a modal window, or when it would be its own ancestor */
  setParentWindow(parent: BaseWindow | null): void {
    const peer = this.#with([parent, isGiven]);
    if (parent !== null && !(parent instanceof BaseWindow)) {
      throw new TypeError("Must pass BaseWindow instance or null");
    }
    if (peer.isModal()) throw new TypeError("Can not be called for modal window");
    peer.setParentId(parent?.id);
  }

  /** To the work area of its display; shows a hidden window without focus. */
  maximize(): void {
    this.#with().maximize();
  }

  /** Only from maximized, back to the bounds from before. */
  unmaximize(): void {
    this.#with().unmaximize();
  }

  isMaximized(): boolean {
    return this.#with().isMaximized();
  }

  minimize(): void {
    this.#with().minimize();
  }

  /** From minimized to the mode before; from maximized as `unmaximize`. */
  restore(): void {
    this.#with().restore();
  }

  isMinimized(): boolean {
    return this.#with().isMinimized();
  }

  /** Not minimized, not maximized, not full screen. */
  isNormal(): boolean {
    return this.#with().isNormal();
  }

  /** @throws TypeError when `display` is no display's id; nothing changes then */
  setFullScreen(flag: boolean, options?: DisplayChoice): void {
    this.#with([flag, isBoolean]).setFullScreen(flag, options);
  }

  /** On macOS true only after `enter-full-screen`. */
  isFullScreen(): boolean {
    return this.#with().isFullScreen();
  }

  /** macOS only. */
  setSimpleFullScreen(flag: boolean): void {
    this.#with([flag, isBoolean]).setSimpleFullScreen(flag);
  }

  isSimpleFullScreen(): boolean {
    return this.#with().isSimpleFullScreen();
  }

  /** Full screen that stays: it is asked for again when somebody else takes it away, and it remembers its display. */
  setKiosk(flag: boolean, options?: DisplayChoice): void {
    this.#with([flag, isBoolean]).setKiosk(flag, options);
  }

  isKiosk(): boolean {
    return this.#with().isKiosk();
  }

  /** Windows 10 only. */
  isTabletMode(): boolean {
    return this.#with().isTabletMode();
  }

  /** Members left out keep their value; fractions are rounded, limits applied. */
  setBounds(bounds: Partial<Rectangle>, animate?: boolean): void {
    this.#with([bounds, isPartialRectangle]).setBounds(bounds, animate);
  }

  getBounds(): Rectangle {
    return this.#with().getBounds();
  }

  setContentBounds(bounds: Partial<Rectangle>, animate?: boolean): void {
    this.#with([bounds, isPartialRectangle]).setContentBounds(bounds, animate);
  }

  getContentBounds(): Rectangle {
    return this.#with().getContentBounds();
  }

  /** Bounds in the normal state, whatever the mode. */
  getNormalBounds(): Rectangle {
    return this.#with().getNormalBounds();
  }

  setSize(width: number, height: number, animate?: boolean): void {
    this.#with([width, isInteger], [height, isInteger]).setSize(width, height, animate);
  }

  getSize(): [number, number] {
    return this.#with().getSize();
  }

  setContentSize(width: number, height: number, animate?: boolean): void {
    this.#with([width, isInteger], [height, isInteger]).setContentSize(width, height, animate);
  }

  getContentSize(): [number, number] {
    return this.#with().getContentSize();
  }

  /** Outer size; 0 for none. */
  setMinimumSize(width: number, height: number): void {
    this.#with([width, isInteger], [height, isInteger]).setMinimumSize(width, height);
  }

  getMinimumSize(): [number, number] {
    return this.#with().getMinimumSize();
  }

  /** Outer size; 0 for none. Where it contradicts the minimum, the minimum wins. */
  setMaximumSize(width: number, height: number): void {
    this.#with([width, isInteger], [height, isInteger]).setMaximumSize(width, height);
  }

  getMaximumSize(): [number, number] {
    return this.#with().getMaximumSize();
  }

  setPosition(x: number, y: number, animate?: boolean): void {
    this.#with([x, isInteger], [y, isInteger]).setPosition(x, y, animate);
  }

  /** `[0, 0]` on Wayland. */
  getPosition(): [number, number] {
    return this.#with().getPosition();
  }

  center(): void {
    this.#with().center();
  }

  /** Width through height of the content, for the user's resizing only; 0 resets. `extraSize` is macOS only. */
  setAspectRatio(ratio: number, extraSize?: Size): void {
    this.#with([ratio, isNumber]).setAspectRatio(ratio, extraSize);
  }

  /** Anything `parseColor` does not know is white. */
  setBackgroundColor(color: string): void {
    this.#with([color, isString]).setBackgroundColor(color);
  }

  /** `#RRGGBB`, without alpha. */
  getBackgroundColor(): string {
    return this.#with().getBackgroundColor();
  }

  /** macOS and Windows; elsewhere this and its sisters below do nothing, and the getters are true. */
  setMovable(flag: boolean): void {
    this.#with([flag, isBoolean]).setMovable(flag);
  }

  isMovable(): boolean {
    return this.#with().isMovable();
  }

  setMinimizable(flag: boolean): void {
    this.#with([flag, isBoolean]).setMinimizable(flag);
  }

  isMinimizable(): boolean {
    return this.#with().isMinimizable();
  }

  setMaximizable(flag: boolean): void {
    this.#with([flag, isBoolean]).setMaximizable(flag);
  }

  isMaximizable(): boolean {
    return this.#with().isMaximizable();
  }

  setClosable(flag: boolean): void {
    this.#with([flag, isBoolean]).setClosable(flag);
  }

  isClosable(): boolean {
    return this.#with().isClosable();
  }

  /** False fixes the size for the user; the program stays free. */
  setResizable(flag: boolean): void {
    this.#with([flag, isBoolean]).setResizable(flag);
  }

  isResizable(): boolean {
    return this.#with().isResizable();
  }

  setFullScreenable(flag: boolean): void {
    this.#with([flag, isBoolean]).setFullScreenable(flag);
  }

  isFullScreenable(): boolean {
    return this.#with().isFullScreenable();
  }

  /** A disabled window takes no input. */
  setEnabled(flag: boolean): void {
    this.#with([flag, isBoolean]).setEnabled(flag);
  }

  /** False also while a modal child is shown. */
  isEnabled(): boolean {
    return this.#with().isEnabled();
  }

  /** macOS only. */
  setHiddenInMissionControl(flag: boolean): void {
    this.#with([flag, isBoolean]).setHiddenInMissionControl(flag);
  }

  isHiddenInMissionControl(): boolean {
    return this.#with().isHiddenInMissionControl();
  }

  /** Level is `floating` unless given; `relativeLevel` is macOS only. Nothing on Wayland. */
  setAlwaysOnTop(flag: boolean, level?: string, relativeLevel?: number): void {
    const peer = this.#with([flag, isBoolean], [level, orAbsent(isString)], [relativeLevel, orAbsent(isNumber)]);
    peer.setAlwaysOnTop(flag, level, relativeLevel);
  }

  isAlwaysOnTop(): boolean {
    return this.#with().isAlwaysOnTop();
  }

  /**
   * Above another window, of whatever program, without taking the focus.
   *
   * @throws TypeError when the id is no window's
   */
  moveAbove(mediaSourceId: string): void {
    this.#with([mediaSourceId, isString]).moveAbove(mediaSourceId);
  }

  /** Above all others of its layer, without taking the focus. */
  moveTop(): void {
    this.#with().moveTop();
  }

  /** The native title, which may differ from the page's. */
  setTitle(title: string): void {
    this.#with([title, isString]).setTitle(title);
  }

  getTitle(): string {
    return this.#with().getTitle();
  }

  /** macOS only. */
  setSheetOffset(offsetY: number, offsetX?: number): void {
    this.#with([offsetY, isNumber]).setSheetOffset(offsetY, offsetX);
  }

  /** Asks for attention until false or until the window gets the focus. */
  flashFrame(flag: boolean): void {
    this.#with([flag, isBoolean]).flashFrame(flag);
  }

  setSkipTaskbar(skip: boolean): void {
    this.#with([skip, isBoolean]).setSkipTaskbar(skip);
  }

  /** macOS only: Quick Look. */
  previewFile(path: string, displayName?: string): void {
    this.#with([path, isString]).previewFile(path, displayName);
  }

  closeFilePreview(): void {
    this.#with().closeFilePreview();
  }

  /** `window:<id>:<n>`, as `moveAbove` takes it. */
  getMediaSourceId(): string {
    return this.#with().getMediaSourceId();
  }

  /** 8 bytes, little endian: X window id, HWND or NSView*. */
  getNativeWindowHandle(): Buffer {
    return this.#with().getNativeWindowHandle();
  }

  /** The peer of a living window, once the arguments are what the method needs. */
  #with(...args: readonly (readonly [value: unknown, check: Check])[]): WindowPeer {
    if (this.#peer.isDestroyed()) throw new TypeError("Object has been destroyed");
    if (args.length > 0) checkArguments(args);
    return this.#peer;
  }
}
