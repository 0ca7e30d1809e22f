import { asAdministrator } from "./identity.ts";

/** What the provider said of a text message. */
export interface SmsTrial {
  readonly to: string;
  readonly text: string;
  /** Why it does not go out; empty when it does. */
  readonly failure: string;
  readonly status: number | null;
  readonly answer: unknown;
}

/** Sends a text message through the provider that is saved. */
export function trySms(to: string): Promise<SmsTrial> {
  return asAdministrator<SmsTrial>("admin/sms/try", { method: "POST", body: { to }, like: { text: "", failure: "" } });
}
