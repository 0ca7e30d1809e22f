import { useState } from "react";
import type { VariableValue } from "../model/variable/variable-value.ts";

interface VariableTextProps {
  readonly value: VariableValue;
  readonly onChoose: (values: readonly string[]) => void;
}

/** A variable that is typed; taken over on Enter and when the field is left. */
export function VariableText({ value: { variable, chosen }, onChoose }: VariableTextProps) {
  const [typed, setTyped] = useState(chosen[0] ?? "");
  const [shown, setShown] = useState(chosen[0] ?? "");
  if (shown !== (chosen[0] ?? "")) {
    setShown(chosen[0] ?? "");
    setTyped(chosen[0] ?? "");
  }
  const take = () => {
    if (typed !== shown) onChoose([typed]);
  };
  return (
    <label className="v-variable">
      <span className="v-variable-name" data-hidden={variable.hides === "label" || undefined}>
        {variable.label}
      </span>
      <input
        className="v-variable-input"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
    </label>
  );
}
