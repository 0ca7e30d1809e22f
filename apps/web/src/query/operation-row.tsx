import { useState } from "react";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { builderTexts as texts } from "./builder-messages.ts";
import { isLabelName, kindOf, type Operation } from "./built-query.ts";

interface OperationRowProps {
  readonly operation: Operation;
  readonly onChange: (operation: Operation) => void;
}

/** An operation and what it takes. */
export function OperationRow({ operation, onChange }: OperationRowProps) {
  const { name, argument, grouping } = operation;
  const kind = kindOf(name);
  return (
    <fieldset className="v-query-operation" aria-label={name}>
      <code>{name}</code>
      {(kind === "window" || kind === "share" || kind === "count" || kind === "arithmetic") && (
        <TextField
          label={texts.arguments[kind]}
          value={argument}
          onChange={(changed) => onChange({ ...operation, argument: changed })}
        />
      )}
      {kind === "group" && (
        <>
          <Select
            label={texts.grouping}
            value={grouping}
            options={(["by", "without"] as const).map((id) => ({ id, label: texts.groupings[id] }))}
            onChange={(changed) => onChange({ ...operation, grouping: changed })}
          />
          <GroupedLabels operation={operation} onChange={onChange} />
        </>
      )}
    </fieldset>
  );
}

/** What is typed stays as it is typed while it says the same. */
function GroupedLabels({ operation, onChange }: OperationRowProps) {
  const { labels } = operation;
  const [typed, setTyped] = useState(labels.join(", "));
  const isSame = JSON.stringify(labelsOf(typed)) === JSON.stringify(labels);
  const change = (text: string) => {
    setTyped(text);
    onChange({ ...operation, labels: labelsOf(text) });
  };
  return <TextField label={texts.labels} value={isSame ? typed : labels.join(", ")} onChange={change} />;
}

function labelsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(isLabelName);
}
