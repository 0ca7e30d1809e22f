import type { VariableValue } from "../model/variable/variable-value.ts";
import { VariableChip } from "./variable-chip.tsx";
import { VariableText } from "./variable-text.tsx";

export interface ChooserProps {
  readonly value: VariableValue;
  readonly onChoose: (name: string, values: readonly string[]) => void;
}

/** Where one variable gets another value. */
export function VariableChooser({ value, onChoose }: ChooserProps) {
  const { name, type } = value.variable;
  const choose = (values: readonly string[]) => onChoose(name, values);
  return type === "textbox" ? (
    <VariableText value={value} onChoose={choose} />
  ) : (
    <VariableChip value={value} onChoose={choose} />
  );
}
