/** From the first process to one that serves. */
export type ToMember =
  /** Its number from 1 on, and the loopback ports of all, in the order of their numbers. */
  | { readonly kind: "begin"; readonly number: number; readonly port: number; readonly privatePorts: readonly number[] }
  | { readonly kind: "stop" };

/** From a process that serves to the first one. */
export interface FromMember {
  readonly kind: "serving";
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly setupUrl?: string | undefined;
}

/** The messages come from our own program, over a channel that nobody else has. */
export function isToMember(message: unknown): message is ToMember {
  return kindOf(message) === "begin" || kindOf(message) === "stop";
}

export function isFromMember(message: unknown): message is FromMember {
  return kindOf(message) === "serving";
}

function kindOf(message: unknown): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, "kind") : undefined;
}
