import { isUuid } from "@vedette/database";
import { IdentityError } from "../errors.ts";

/**
 * Reads the id of a user.
 *
 * @param status - of the refusal: in an address what is no id leads nowhere
 * @throws IdentityError `validation_failed`
 */
export function readUserId(text: string, status: 400 | 404 = 404): string {
  return readUuid(text, { name: "user_id", status });
}

/** @throws IdentityError `validation_failed` */
export function readUuid(text: string, { name, status = 404 }: { name: string; status?: 400 | 404 }): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new IdentityError("validation_failed", { status, message: `${name} must be an UUID` });
}
