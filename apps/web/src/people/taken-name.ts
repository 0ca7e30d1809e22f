import { ApiError } from "../api/api-error.ts";
import { texts } from "./messages.ts";

const TAKEN: ReadonlySet<string> = new Set(["name_taken", "title_taken"]);

/** What a field says of a name that another has. */
export function takenName(error: Error | null): string | undefined {
  return error instanceof ApiError && TAKEN.has(error.code) ? texts.nameTaken : undefined;
}
