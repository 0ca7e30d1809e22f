/** The UUID that names nothing (RFC 9562, 5.9); it also sorts before all others. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID in either case, which a `uuid` column accepts. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
