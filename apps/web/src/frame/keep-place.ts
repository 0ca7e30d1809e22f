import { keepFocus } from "./kept-focus.ts";
import { sayTitles } from "./said-titles.ts";

/** What a browser does from document to document, for pages that take each other's place. */
export function keepPlace(signal: AbortSignal): void {
  keepFocus(signal);
  sayTitles(signal);
}
