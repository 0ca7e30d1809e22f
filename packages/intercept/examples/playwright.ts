import { type Interceptor, interceptChromium } from "@vedette/intercept";
import type { Page } from "playwright-core";

/** Adds a field to what the server really says. */
export async function addField(page: Page): Promise<Interceptor> {
  const session = await page.context().newCDPSession(page);
  const routes = await interceptChromium(session);
  await routes.route("**/api/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...Object(await response.json()), isAdmin: true } });
  });
  return routes;
}
