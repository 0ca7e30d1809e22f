/** The parts of npm `x11` 4.2 that are used here; the package has no types of its own. */
declare module "x11" {
  import type { EventEmitter } from "node:events";
  import type { Socket } from "node:net";

  type Reply<T> = (error: Error | null, value: T) => unknown;

  export interface XEvent {
    readonly name: string;
    readonly type: number;
    readonly wid: number;
    readonly wid1: number;
    readonly parent: number;
    readonly event: number;
    readonly atom: number;
    readonly time: number;
    readonly state: number;
    readonly mode: number;
    readonly detail: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly message_type: number;
    readonly data: readonly number[];
    readonly rawData: Buffer;
  }

  export interface XProperty {
    readonly type: number;
    readonly data: Buffer;
  }

  export interface XGeometry {
    readonly xPos: number;
    readonly yPos: number;
    readonly width: number;
    readonly height: number;
  }

  export interface RandR {
    readonly majorOpcode: number;
    readonly firstEvent: number;
    readonly minor_version: number;
    SelectInput(window: number, mask: number): void;
  }

  export interface XClient extends EventEmitter {
    readonly stream: Socket;
    atoms: Record<string, number>;
    atom_names: Record<number, string>;
    seq_num: number;
    readonly replies: Record<number, [(body: Buffer, detail: number) => unknown, Reply<never>]>;
    readonly pack_stream: { put(packet: Buffer): void; submit(expectsReply: boolean): void; flush(): void };
    AllocID(): number;
    ReleaseID(id: number): void;
    terminate(): void;
    require(name: "randr", reply: Reply<RandR>): void;
    InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
    GetAtomName(atom: number, reply: Reply<string>): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Record<string, number>,
    ): void;
    ChangeWindowAttributes(id: number, values: Record<string, number>): void;
    DestroyWindow(id: number): void;
    MapWindow(id: number): void;
    UnmapWindow(id: number): void;
    ConfigureWindow(id: number, values: Record<string, number>): void;
    QueryTree(
      id: number,
      reply: Reply<{ readonly root: number; readonly parent: number; readonly children: number[] }>,
    ): void;
    ChangeProperty(mode: number, id: number, name: number, type: number, format: number, data: number[] | Buffer): void;
    DeleteProperty(id: number, name: number): void;
    GetProperty(
      remove: number,
      id: number,
      name: number,
      type: number,
      offset: number,
      length: number,
      reply: Reply<XProperty>,
    ): void;
    SendEvent(destination: number, propagate: number, mask: number, event: Buffer): void;
    SendClientMessage(
      destination: number,
      id: number,
      type: number,
      format: number,
      data: readonly number[],
      mask?: number,
    ): void;
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      reply: Reply<{ readonly destX: number; readonly destY: number }>,
    ): void;
    SetInputFocus(id: number, revertTo: number): void;
    GetInputFocus(reply: Reply<{ readonly focus: number }>): void;
    GetGeometry(id: number, reply: Reply<XGeometry>): void;
    GetWindowAttributes(
      id: number,
      reply: Reply<{ readonly mapState: number; readonly overrideRedirect: number }>,
    ): void;
    ClearArea(id: number, x: number, y: number, width: number, height: number, exposures: number): void;
    KillClient(id: number): void;
  }

  export interface XDisplay {
    readonly client: XClient;
    readonly screen: readonly {
      readonly root: number;
      readonly pixel_width: number;
      readonly pixel_height: number;
      readonly root_depth: number;
    }[];
  }

  const x11: {
    createClient(
      options: {
        readonly display: string;
        readonly shm: false;
        readonly bufferRequests: true;
        readonly disableBigRequests: true;
      },
      ready: (error: Error | undefined, display: XDisplay) => void,
    ): XClient;
    readonly eventMask: Readonly<Record<string, number>>;
  };
  export default x11;
}
