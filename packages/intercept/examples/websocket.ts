import { type Interceptor, interceptChromium } from "@vedette/intercept";

/** Signs every request of a page to one service, and answers another one. */
export async function signRequests(pageSocket: string, token: string): Promise<Interceptor> {
  const routes = await interceptChromium(pageSocket);
  await routes.route("**/api/**", (route, request) =>
    route.continue({ headers: { ...request.headers(), authorization: `Bearer ${token}` } }),
  );
  await routes.route("**/api/clock", (route) => route.fulfill({ json: { now: "12:00" } }));
  return routes;
}
