import { useTyped } from "../../control/use-typed.ts";
import type { VariableValue } from "../model/variable/variable-value.ts";

interface VariableTextProps {
  readonly value: VariableValue;
  readonly onChoose: (values: readonly string[]) => void;
}

/** A variable that is typed; taken over on Enter and when the field is left. */
export function VariableText({ value: { variable, chosen }, onChoose }: VariableTextProps) {
  const shown = chosen[0] ?? "";
  const { typed, type, send } = useTyped(shown);
  const take = () => {
    if (typed === shown) return;
    send(typed);
    onChoose([typed]);
  };
  return (
    <label className="v-variable">
      <span className="v-variable-name" data-hidden={variable.hides === "label" || undefined}>
        {variable.label}
      </span>
      <input
        className="v-variable-input"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
    </label>
  );
}
