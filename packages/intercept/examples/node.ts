import { interceptNode } from "@vedette/intercept";

/** Runs some work while a service is down. */
export async function whileDown<T>(host: string, work: () => Promise<T>): Promise<T> {
  await using routes = await interceptNode();
  await routes.route(
    (url) => url.hostname === host,
    (route) => route.abort("connectionrefused"),
  );
  return await work();
}
