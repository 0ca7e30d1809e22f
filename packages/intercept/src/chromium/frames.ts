import type { Frame } from "../chain/request-facts.ts";
import type { CdpEvent } from "./link.ts";
import type { FramePayload, FrameTree } from "./protocol.ts";

interface KnownFrame {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly url: string;
  readonly name: string;
}

/** The frames of all sessions, as their events tell. */
export class Frames {
  readonly #frameById = new Map<string, KnownFrame>();

  /** What was asked for may be older than what events have told meanwhile. */
  learnTree({ frame, childFrames = [] }: FrameTree): void {
    if (!this.#frameById.has(frame.id) || this.isBlank(frame.id)) this.#navigated(frame);
    for (const child of childFrames) this.learnTree(child);
  }

  /** @returns the id of a frame that is gone */
  learn(event: CdpEvent): string | undefined {
    if (event.method === "Page.frameNavigated") this.#navigated(event.params.frame);
    if (event.method === "Page.frameAttached") {
      const { frameId: id, parentFrameId: parentId } = event.params;
      if (!this.#frameById.has(id)) this.#frameById.set(id, { id, parentId, url: "about:blank", name: "" });
    }
    // A swapped frame lives on in a process of its own.
    if (event.method !== "Page.frameDetached" || event.params.reason === "swap") return undefined;
    this.#frameById.delete(event.params.frameId);
    return event.params.frameId;
  }

  /** @returns null for the ids of workers, and for frames nobody has told of */
  frame(id: string): Frame | null {
    return this.#frameById.has(id) ? this.#view(id) : null;
  }

  /** Whether no document of the frame has been told yet. */
  isBlank(id: string): boolean {
    return this.#frameById.get(id)?.url === "about:blank";
  }

  /** Whether an id is of no frame although the frames are known: then it is a worker's. */
  isForeign(id: string): boolean {
    return this.#frameById.size > 0 && !this.#frameById.has(id);
  }

  #view(id: string): Frame {
    return {
      id,
      url: () => this.#frameById.get(id)?.url ?? "about:blank",
      name: () => this.#frameById.get(id)?.name ?? "",
      parent: () => {
        const parentId = this.#frameById.get(id)?.parentId;
        return parentId === undefined ? null : this.#view(parentId);
      },
    };
  }

  #navigated({ id, parentId, url, urlFragment = "", name = "" }: FramePayload): void {
    const before = this.#frameById.get(id);
    this.#frameById.set(id, {
      id,
      parentId: parentId ?? before?.parentId,
      url: url + urlFragment || "about:blank",
      name,
    });
  }
}
