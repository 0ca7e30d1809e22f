import { Select } from "../control/select.tsx";
import { objectsOf, textOf } from "../dashboard/model/json.ts";
import type { FieldRulesProps } from "./field-rules.tsx";
import { editingMessages } from "./messages.ts";
import { setIn, valueIn } from "./set-in.ts";
import "./part-editor.css";

const PATH = ["options", "mappings"];
const { transformation: texts } = editingMessages;

interface UsedFieldsProps extends FieldRulesProps {
  /** Whether rows become fields, so that they have names and values. */
  readonly areRows: boolean;
}

/** What each field of the data tells of others: a name, a value, a setting. */
export function UsedFields({ step, fieldNames, areRows, onChange }: UsedFieldsProps) {
  const uses = objectsOf(valueIn(step, PATH));
  const names = [...new Set([...fieldNames, ...uses.map(({ fieldName }) => textOf(fieldName))])];
  const use = (fieldName: string, handlerKey: string) => {
    const others = uses.filter((one) => one["fieldName"] !== fieldName);
    const known = uses.find((one) => one["fieldName"] === fieldName);
    onChange(setIn(step, PATH, handlerKey === "" ? others : [...others, { ...known, fieldName, handlerKey }]));
  };
  if (names.length === 0) return <p className="v-hint">{texts.noFields}</p>;
  const choices = Object.entries({ ...texts.uses, ...(areRows && texts.rowUses), ...texts.settingUses });
  const options = choices.map(([id, label]) => ({ id, label }));
  return (
    <div className="v-part-options">
      {names.map((name) => {
        const key = textOf(uses.find(({ fieldName }) => fieldName === name)?.["handlerKey"]);
        const isKnown = options.some(({ id }) => id === key);
        return (
          <Select
            key={name}
            label={texts.usedAs(name)}
            options={isKnown ? options : [...options, { id: key, label: key }]}
            value={key}
            onChange={(id) => use(name, id)}
          />
        );
      })}
    </div>
  );
}
