/** The moment of every picture: what is drawn then says the same ages and times in every run. */
export const PICTURE_TIME = Date.parse("2026-10-05T08:40:00Z");

/** So long the server lives before that moment: time enough to furnish the house. */
export const LEAD_MS = 150_000;

/** Its answers tell no date: it goes on while picture after picture begins at the same moment, and pages would warn of that. */
const WITHOUT_DATE = `
  import { ServerResponse } from "node:http";
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...parts) {
    this.sendDate = false;
    return writeHead.apply(this, parts);
  };`;

/** Node takes it by `--import`: a server whose clock is at the time of the pictures. */
export const serverClock = `data:text/javascript,${encodeURIComponent(clockThatStartsAt(PICTURE_TIME - LEAD_MS) + WITHOUT_DATE)}`;

/** A page takes it before its own scripts: each begins at the same moment. */
export const pageClock = clockThatStartsAt(PICTURE_TIME);

/** A script after which time goes on from a moment. */
function clockThatStartsAt(moment: number): string {
  return `{
    const ahead = ${moment} - Date.now();
    globalThis.Date = new Proxy(Date, {
      construct: (real, parts, self) => Reflect.construct(real, parts.length === 0 ? [real.now() + ahead] : parts, self),
      apply: () => new Date().toString(),
      get: (real, name) => (name === "now" ? () => real.now() + ahead : Reflect.get(real, name)),
    });
  }`;
}
