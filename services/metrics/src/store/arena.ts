import { BIT_PADDING } from "./bits.ts";
import { type Chunk, chunkFrom } from "./chunk.ts";

const PAGE_BYTES = 256 * 1024;

/**
 * Keeps finished chunks side by side in pages, which costs a tenth of the memory of a buffer for each. Chunks of one
 * block of time share pages, so that a page dies as a whole when its block is written.
 */
export class ChunkArena {
  readonly #pages = new Map<number, { bytes: Uint8Array; used: number }>();

  /** @param block - start of the block of time that the chunk belongs to */
  keep({ bytes, ...facts }: Chunk, block: number): Chunk {
    const { size } = facts;
    const needed = size + BIT_PADDING;
    let page = this.#pages.get(block);
    if (page === undefined || page.used + needed > page.bytes.length) {
      page = { bytes: new Uint8Array(Math.max(PAGE_BYTES, needed)), used: 0 };
      this.#pages.set(block, page);
    }
    const start = page.used;
    page.bytes.set(bytes.subarray(0, size), start);
    page.used += needed;
    return chunkFrom(page.bytes, start, facts);
  }

  /** Lets go of the pages of all blocks that begin before this time. */
  dropBefore(time: number): void {
    for (const block of this.#pages.keys()) if (block < time) this.#pages.delete(block);
  }
}
