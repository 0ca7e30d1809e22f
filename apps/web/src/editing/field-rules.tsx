import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "../control/checkbox.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { type JsonObject, numberOf, objectOf, textOf, textsOf } from "../dashboard/model/json.ts";
import { editingMessages } from "./messages.ts";
import { CALCULATION_CHOICES } from "./panel-options.ts";
import { setIn, valueIn } from "./set-in.ts";
import "./part-editor.css";

export interface FieldRulesProps {
  /** The transformation. */
  readonly step: JsonObject;
  /** Of what it is given. */
  readonly fieldNames: readonly string[];
  readonly onChange: (step: JsonObject) => void;
}

const { transformation: texts } = editingMessages;

/** Which fields stay, in which order, and what they are called. */
export function OrganizedFields({ step, fieldNames, onChange }: FieldRulesProps) {
  const at = (member: string) => objectOf(valueIn(step, ["options", member]));
  const [order, excluded, renamed] = [at("indexByName"), at("excludeByName"), at("renameByName")];
  const place = (name: string) => numberOf(order[name]) ?? Number.MAX_SAFE_INTEGER;
  const names = namesWith(fieldNames, [order, excluded, renamed]).toSorted((a, b) => place(a) - place(b));
  const set = (member: string, value: JsonObject) => onChange(setIn(step, ["options", member], value));
  const move = (from: number, by: number) => {
    const moved = names.toSpliced(from, 1).toSpliced(from + by, 0, ...names.slice(from, from + 1));
    set("indexByName", Object.fromEntries(moved.map((name, index) => [name, index])));
  };
  if (names.length === 0) return <p className="v-hint">{texts.noFields}</p>;
  return names.map((name, index) => (
    <div key={name} className="v-part-bar v-field-rule">
      <Checkbox
        isSelected={excluded[name] !== true}
        onChange={(isShown) => set("excludeByName", { ...excluded, [name]: !isShown })}
      >
        {name}
      </Checkbox>
      <TextField
        label={texts.nameOf(name)}
        value={textOf(renamed[name])}
        onChange={(text) => set("renameByName", withText(renamed, name, text))}
      />
      <IconButton
        label={texts.up(name)}
        icon={<ArrowUp aria-hidden />}
        isDisabled={index === 0}
        onPress={() => move(index, -1)}
      />
      <IconButton
        label={texts.down(name)}
        icon={<ArrowDown aria-hidden />}
        isDisabled={index === names.length - 1}
        onPress={() => move(index, 1)}
      />
    </div>
  ));
}

/** By which fields rows are put together, and what becomes of the others. */
export function GroupedFields({ step, fieldNames, onChange }: FieldRulesProps) {
  const rules = objectOf(valueIn(step, ["options", "fields"]));
  const names = namesWith(fieldNames, [rules]);
  const operations = Object.entries(texts.operations).map(([id, label]) => ({ id, label }));
  const set = (name: string, rule: JsonObject) =>
    onChange(setIn(step, ["options", "fields"], { ...rules, [name]: rule }));
  if (names.length === 0) return <p className="v-hint">{texts.noFields}</p>;
  return names.map((name) => {
    const rule = objectOf(rules[name]);
    const [calculation] = textsOf(rule["aggregations"]);
    const operation = textOf(rule["operation"]);
    return (
      <div key={name} className="v-part-options">
        <Select
          label={name}
          options={operations}
          value={operation}
          onChange={(id) =>
            set(name, id === "aggregate" ? { operation: id, aggregations: ["lastNotNull"] } : { operation: id || null })
          }
        />
        {operation === "aggregate" && (
          <Select
            label={texts.calculationOf(name)}
            options={CALCULATION_CHOICES}
            value={calculation ?? ""}
            onChange={(id) => set(name, { ...rule, aggregations: [id] })}
          />
        )}
      </div>
    );
  });
}

/** What the document speaks of stays there to be changed, also when the data have it no more. */
function namesWith(fieldNames: readonly string[], spoken: readonly JsonObject[]): readonly string[] {
  return [...new Set([...fieldNames, ...spoken.flatMap(Object.keys)])];
}

function withText(texts: JsonObject, name: string, text: string): JsonObject {
  return Object.fromEntries(Object.entries({ ...texts, [name]: text }).filter(([, value]) => value !== ""));
}
