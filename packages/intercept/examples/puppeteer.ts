import { type Interceptor, interceptChromium } from "@vedette/intercept";
import type { Page } from "puppeteer-core";

/** Sends events to a page, one by one. */
export async function sendEvents(page: Page, events: AsyncIterable<string>): Promise<Interceptor> {
  const routes = await interceptChromium(await page.createCDPSession());
  await routes.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: events }));
  return routes;
}
