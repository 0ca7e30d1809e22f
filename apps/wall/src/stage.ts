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
  /** For the terminal: the playlist's address, or what the notice is headed. */
  shown = `“${messages.starting}”`;
  #playlist = "";

  get isPlaying(): boolean {
    return this.address !== NOTICE_ADDRESS;
  }

  notify(notice: Notice): void {
    this.address = NOTICE_ADDRESS;
    this.page = noticePage(notice);
    this.shown = `“${notice.title}”`;
    this.emit("change");
  }

  /**
   * @param server - the watch room's address, without a slash at its end
   * @returns whether something else was shown before
   */
  play(server: string, playlist: string): boolean {
    const address = `${server}/wall/${encodeURIComponent(playlist)}`;
    if (this.address === address) return false;
    this.address = address;
    this.shown = address;
    this.#playlist = playlist;
    this.emit("change");
    return true;
  }

  /** Whether a page is what is to be shown, and not one that somebody or an error has led it to. */
  isShownBy({ address, playlist }: Pick<PageReport, "address" | "playlist">): boolean {
    return this.isPlaying ? playlist === this.#playlist : address === NOTICE_ADDRESS;
  }
}
