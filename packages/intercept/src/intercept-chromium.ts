import { ChromiumBackend } from "./chromium/chromium-backend.ts";
import { type ChromiumTarget, openTarget } from "./chromium/open-target.ts";
import { type BackendFactory, createInterceptor, type Interceptor } from "./interceptor.ts";
import { type ChromiumOptions, checkOptions } from "./options.ts";

/**
 * Intercepts the requests of a Chromium page or of a whole browser.
 *
 * @param target - a DevTools url, or a session that some tool has opened
 * @throws InterceptError `ERR_ROUTE_ARGUMENT` for no target or a bad option, `ERR_TARGET_CLOSED` when nobody answers there
 */
export async function interceptChromium(target: ChromiumTarget, options: ChromiumOptions = {}): Promise<Interceptor> {
  checkOptions("interceptChromium", options);
  const open = async (place: ChromiumTarget): Promise<BackendFactory> => {
    const { link, scope } = await openTarget(place, options);
    return (router, signals) => new ChromiumBackend(link, scope, router, options, signals);
  };
  return createInterceptor(options, await open(target), { target, open });
}
