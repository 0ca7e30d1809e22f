import { dashboardMessages } from "../messages.ts";
import type { VariableValue } from "../model/variable/variable-value.ts";
import type { Session } from "../view/use-session.ts";
import { VariableChip } from "./variable-chip.tsx";
import { VariableText } from "./variable-text.tsx";
import "./toolbar.css";

interface VariableBarProps {
  readonly session: Session;
  readonly onChoose: (name: string, values: readonly string[]) => void;
}

/** The dashboard's variables, each a chip with its name and value. */
export function VariableBar({ session, onChoose }: VariableBarProps) {
  const { values, failures } = session.variables;
  const shown = session.dashboard.variables.flatMap(({ name, hides, type }) => {
    const value = values.get(name);
    return value === undefined || hides === "all" || HIDDEN.has(type) ? [] : [value];
  });
  if (shown.length === 0 && failures.size === 0) return null;
  return (
    <section className="v-variables" aria-label={dashboardMessages.variable.bar}>
      {shown.map((value) => (
        <Chooser key={value.variable.name} value={value} onChoose={onChoose} />
      ))}
      {[...failures].map(([name, reason]) => (
        <p key={name} className="v-variables-failure" role="alert">
          {dashboardMessages.variable.failed(name, reason)}
        </p>
      ))}
    </section>
  );
}

/** Types without anything to choose. */
const HIDDEN: ReadonlySet<string> = new Set(["constant", "adhoc", "unknown"]);

interface ChooserProps {
  readonly value: VariableValue;
  readonly onChoose: VariableBarProps["onChoose"];
}

function Chooser({ value, onChoose }: ChooserProps) {
  const { name, type } = value.variable;
  const choose = (values: readonly string[]) => onChoose(name, values);
  return type === "textbox" ? (
    <VariableText value={value} onChoose={choose} />
  ) : (
    <VariableChip value={value} onChoose={choose} />
  );
}
