import { EventEmitter } from "node:events";
import { type Notice, noticePage } from "./notice.ts";
import { NOTICE_ADDRESS } from "./sign-requests.ts";

/** What all screens of this machine show now: a notice of the wall itself, or the playlist's page. */
export class Stage extends EventEmitter<{ change: [] }> {
  /** Where the browsers are. */
  address = NOTICE_ADDRESS;
  /** The page of the wall's own. */
  page = noticePage({ title: "Vedette", text: "The wall is starting." });

  get isPlaying(): boolean {
    return this.address !== NOTICE_ADDRESS;
  }

  notify(notice: Notice): void {
    this.address = NOTICE_ADDRESS;
    this.page = noticePage(notice);
    this.emit("change");
  }

  /** @param address - of the playlist's page */
  play(address: string): void {
    if (this.address === address) return;
    this.address = address;
    this.emit("change");
  }
}
