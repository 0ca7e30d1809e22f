import { createSecretKey } from "node:crypto";
import type { KeyRing } from "@vedette/database";

/** The same key in every process of a test. */
export const KEY_RING: KeyRing = {
  sealingKeyId: "test",
  masterKeyById: new Map([["test", createSecretKey(Buffer.alloc(32, 7))]]),
  sealsAuth: true,
  isOperators: false,
};
