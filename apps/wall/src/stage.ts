import { EventEmitter } from "node:events";
import { messages } from "./messages.ts";
import { type Notice, noticePage } from "./notice.ts";
import type { PageReport } from "./screen-report.ts";
import { NOTICE_ADDRESS } from "./sign-requests.ts";

/** What all screens of this machine show now: a notice of the wall itself, or the playlist's page. */
export class Stage extends EventEmitter<{ change: [] }> {
  /** Where the browsers are. */
  address = NOTICE_ADDRESS;
  /** The page of the wall's own. */
  page = noticePage({ title: "Vedette", text: messages.starting });
  #playlist = "";

  get isPlaying(): boolean {
    return this.address !== NOTICE_ADDRESS;
  }

  notify(notice: Notice): void {
    this.address = NOTICE_ADDRESS;
    this.page = noticePage(notice);
    this.emit("change");
  }

  /** @param server - the watch room's address, without a slash at its end */
  play(server: string, playlist: string): void {
    const address = `${server}/wall/${encodeURIComponent(playlist)}`;
    if (this.address === address) return;
    this.address = address;
    this.#playlist = playlist;
    this.emit("change");
  }

  /** Whether a page is what is to be shown, and not one that somebody or an error has led it to. */
  isShownBy({ address, playlist }: Pick<PageReport, "address" | "playlist">): boolean {
    return this.isPlaying ? playlist === this.#playlist : address === NOTICE_ADDRESS;
  }
}
