import { useState } from "react";
import { afterChange, afterSending, type IsSame, typedOver } from "./typed.ts";

interface TypedField<Value> {
  readonly typed: Value;
  readonly type: (value: Value) => void;
  /** Notes what goes to where the value stands. */
  readonly send: (value: Value) => void;
}

/** The text of a field whose value stands elsewhere. What is typed outlives the answers to what was sent before. */
export function useTyped<Value>(value: Value, isSame: IsSame<Value> = Object.is): TypedField<Value> {
  const [state, setState] = useState(() => typedOver(value));
  const now = isSame(state.known, value) ? state : afterChange(state, value, isSame);
  if (now !== state) setState(now);
  return {
    typed: now.typed,
    type: (typed) => setState((before) => ({ ...before, typed })),
    send: (sent) => setState((before) => afterSending(before, sent, isSame)),
  };
}
