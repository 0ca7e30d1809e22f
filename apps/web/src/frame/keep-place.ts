import { showExactAges } from "./exact-ages.ts";
import { keepFocus } from "./kept-focus.ts";
import { sayTitles } from "./said-titles.ts";

/** What a browser does from document to document, for pages that take each other's place, and does by pointer alone. */
export function keepPlace(signal: AbortSignal): void {
  keepFocus(signal);
  sayTitles(signal);
  showExactAges(signal);
}
