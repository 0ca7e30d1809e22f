import { createInterceptor, type Interceptor } from "./interceptor.ts";
import { NodeBackend } from "./node/node-backend.ts";
import { checkOptions, type InterceptOptions } from "./options.ts";

/**
 * Intercepts the requests of this process: global `fetch`, undici, `http` and `https`. Several interceptors stack, the last
 * one first; `close()` puts back what was there.
 *
 * @throws InterceptError `ERR_ROUTE_ARGUMENT` for a bad option
 */
export async function interceptNode(options: InterceptOptions = {}): Promise<Interceptor> {
  checkOptions("interceptNode", options);
  return createInterceptor(options, (router) => new NodeBackend(router, options));
}
