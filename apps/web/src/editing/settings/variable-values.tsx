import { type JsonObject, textOf } from "../../dashboard/model/json.ts";
import { VariableFault } from "../../dashboard/toolbar/variable-fault.tsx";
import type { Session } from "../../dashboard/view/use-session.ts";
import { editingMessages } from "../messages.ts";

const MOST_SHOWN = 20;

interface VariableValuesProps {
  readonly variable: JsonObject;
  readonly session: Session;
}

/** The values that a variable has now, or why it has none. */
export function VariableValues({ variable, session }: VariableValuesProps) {
  const texts = editingMessages.settings;
  const name = textOf(variable["name"]);
  const { failures, values, askAgain } = session.variables;
  const failure = failures.get(name);
  if (failure !== undefined) return <VariableFault name={name} error={failure} onAskAgain={askAgain} />;
  const options = values.get(name)?.options ?? [];
  const shown = options.slice(0, MOST_SHOWN).map(({ text }) => text);
  return (
    <p className="v-settings-values" role="status">
      {`${texts.values(options.length)} ${shown.join(", ")}${options.length > MOST_SHOWN ? " …" : ""}`}
    </p>
  );
}
