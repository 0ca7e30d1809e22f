import { Type } from "typebox";
import { ResourceError } from "../errors.ts";

/** A moment in an address; may be absent. */
export const Moment = Type.Optional(Type.String({ format: "date-time", maxLength: 40 }));

/**
 * Reads a moment that the store can be asked about.
 *
 * @throws ResourceError `request_invalid` for a leap second, and for years that are not 1 to 9999: only some stores know them
 */
export function readMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  if (year >= 1 && year <= 9999) return moment;
  throw new ResourceError("request_invalid", {
    detail: "a moment must lie in the years 1 to 9999, without leap seconds",
  });
}
