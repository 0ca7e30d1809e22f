import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

const MAX_URL_LENGTH = 8192;
const MAX_HEADERS = 100;

/** Refuses what no route here wants: endless addresses and headers, NUL in paths, upgrades, compressed bodies. */
export function refuseOddRequests(app: App): void {
  app.addHook("onRequest", ({ raw, routeOptions, headers }, _reply, done) => {
    const url = raw.url ?? "";
    if (url.length > MAX_URL_LENGTH) throw new HttpError("uri_too_long");
    if (raw.rawHeaders.length / 2 > MAX_HEADERS)
      throw new HttpError("headers_too_large", { headers: { connection: "close" } });
    if (/%00/.test(url)) throw new HttpError("bad_request", { detail: "The address holds a NUL character." });
    if (headers.upgrade !== undefined && headers.upgrade.toLowerCase() !== routeOptions.config.upgradesTo)
      throw new HttpError("upgrade_required", { headers: { connection: "close" } });
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding !== "identity" && routeOptions.config.decodesBody !== true) {
      throw new HttpError("unsupported_media_type", { detail: "This address takes no compressed body." });
    }
    done();
  });
}
