import { createInterceptor, type Interceptor } from "./interceptor.ts";
import { NodeBackend } from "./node/node-backend.ts";
import type { InterceptOptions } from "./options.ts";

/**
 * Intercepts the requests of this process: global `fetch`, undici, `http` and `https`. Several interceptors stack, the last
 * one first; `close()` puts back what was there.
 */
export async function interceptNode(options: InterceptOptions = {}): Promise<Interceptor> {
  return createInterceptor(options, (router) => new NodeBackend(router, options));
}
