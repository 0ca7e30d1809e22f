/** What somebody types over a value that stands elsewhere, as in the address, and comes back from there later. */
export interface Typed<Value> {
  readonly typed: Value;
  /** The value there, as it was last seen. */
  readonly known: Value;
  /** What was sent there and has not come back. */
  readonly sent: Value | undefined;
}

export function typedOver<Value>(known: Value): Typed<Value> {
  return { typed: known, known, sent: undefined };
}

/** After something was sent, which is also what stands in the field. */
export function afterSending<Value>(state: Typed<Value>, sent: Value, isSame: IsSame<Value>): Typed<Value> {
  return { ...state, typed: sent, sent: isSame(sent, state.known) ? undefined : sent };
}

/**
 * After the value changed: by Back or a press elsewhere, which the field then shows, or as the answer to what was sent.
 * The answer may come after the next key was pressed, and that key stays.
 */
export function afterChange<Value>(state: Typed<Value>, value: Value, isSame: IsSame<Value>): Typed<Value> {
  const isAnswer = state.sent !== undefined && isSame(value, state.sent);
  const isNewer = isAnswer || !isSame(state.typed, state.known);
  return {
    typed: isNewer ? state.typed : value,
    known: value,
    sent: isAnswer ? undefined : state.sent,
  };
}

export type IsSame<Value> = (one: Value, other: Value) => boolean;
