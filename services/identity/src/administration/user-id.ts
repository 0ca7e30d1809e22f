import { IdentityError } from "../errors.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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
  if (UUID.test(text)) return text.toLowerCase();
  throw new IdentityError("validation_failed", { status, message: `${name} must be an UUID` });
}
