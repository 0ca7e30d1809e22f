/** A value that a variable may have, and what people read for it. */
export interface VariableOption {
  readonly text: string;
  readonly value: string;
}
