import { useId, useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { NameField, type OfferedName } from "../control/name-field.tsx";
import { Select } from "../control/select.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { UNIT_IDS } from "../dashboard/model/field/unit.ts";
import { valueLine } from "../dashboard/model/field/value-text.ts";
import { type JsonObject, objectsOf, textOf, textsOf } from "../dashboard/model/json.ts";
import { ColorField } from "./color-field.tsx";
import type { Choice, DocumentOption } from "./document-option.ts";
import { editingMessages } from "./messages.ts";
import { setIn, valueIn } from "./set-in.ts";

const SAMPLE = 1234.5;

interface OptionControlProps {
  readonly option: DocumentOption;
  /** What the option's path begins in. */
  readonly panel: JsonObject;
  readonly onChange: (panel: JsonObject) => void;
  /** Of the fields of the panel's data. */
  readonly fieldNames?: readonly string[];
}

/** One option of a panel, or of another part of a dashboard. What is emptied leaves the document, so that its default counts. */
export function OptionControl({ option, panel, onChange, fieldNames = [] }: OptionControlProps) {
  const { label, path, control } = option;
  const value = valueIn(panel, path);
  const set = (next: unknown) => onChange(setIn(panel, path, next));
  switch (control.as) {
    case "text":
      return (
        <TextField
          label={label}
          value={textIn(value)}
          hint={control.hint}
          {...(control.example === undefined ? {} : { placeholder: control.example })}
          onChange={(text) => set(text || undefined)}
        />
      );
    case "field":
      return (
        <NameField
          label={label}
          value={textIn(value)}
          offered={fieldNames}
          placeholder={control.example}
          onChange={(text) => set(text || undefined)}
        />
      );
    case "order":
      return <OrderField label={label} value={value} fieldNames={fieldNames} onChange={set} />;
    case "unit":
      return (
        <NameField
          label={label}
          value={textIn(value)}
          offered={UNITS}
          placeholder={editingMessages.unitExample}
          onChange={(text) => set(text || undefined)}
        />
      );
    case "color":
      return (
        <ColorField
          label={label}
          value={textIn(value)}
          isOptional={control.isOptional === true}
          onChange={(color) => set(color || undefined)}
        />
      );
    case "several":
      return <Several label={label} value={textsOf(value)} choices={control.choices} onChange={set} />;
    case "lines":
      return (
        <TextArea
          label={label}
          value={textIn(value)}
          {...(control.rows === undefined ? {} : { rows: control.rows })}
          onChange={set}
        />
      );
    case "number":
      return <NumberField label={label} value={value} min={control.min} max={control.max} onChange={set} />;
    case "switch":
      return (
        <Checkbox isSelected={typeof value === "boolean" ? value : control.isOnUnlessSaid === true} onChange={set}>
          {label}
        </Checkbox>
      );
    case "list":
      return <ListField label={label} value={textsOf(value)} hint={control.hint} onChange={set} />;
    case "choice":
      return <ChoiceField label={label} value={value} control={control} onChange={set} />;
  }
}

/** What a number looks like in each unit says more than its id, in every language. */
const UNITS: readonly OfferedName[] = UNIT_IDS.map((name) => ({ name, about: valueLine(SAMPLE, { unit: name }) }));

interface SeveralProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly choices: readonly Choice[];
  readonly onChange: (value: readonly string[]) => void;
}

/** What is chosen later stands later; what the document says and nobody here knows stays a choice. */
function Several({ label, value, choices, onChange }: SeveralProps) {
  const unknown = value.filter((one) => !choices.some(({ id }) => id === one)).map((id) => ({ id, label: id }));
  return (
    <fieldset className="v-edit-several">
      <legend className="v-label">{label}</legend>
      {[...choices, ...unknown].map(({ id, label: name }) => (
        <Checkbox
          key={id}
          isSelected={value.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

interface OrderFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly fieldNames: readonly string[];
  readonly onChange: (value: readonly JsonObject[] | undefined) => void;
}

function OrderField({ label, value, fieldNames, onChange }: OrderFieldProps) {
  const [first, ...others] = objectsOf(value);
  const name = textOf(first?.["displayName"]);
  const set = (next: JsonObject) => onChange([{ ...first, ...next }, ...others]);
  return (
    <>
      <NameField
        label={label}
        value={name}
        offered={fieldNames}
        onChange={(displayName) => (displayName === "" ? onChange(undefined) : set({ displayName }))}
      />
      {name !== "" && (
        <Checkbox isSelected={first?.["desc"] === true} onChange={(desc) => set({ desc })}>
          {editingMessages.isDown}
        </Checkbox>
      )}
    </>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly control: Extract<DocumentOption["control"], { readonly as: "choice" }>;
  readonly onChange: (value: unknown) => void;
}

function ChoiceField({ label, value, control, onChange }: ChoiceFieldProps) {
  const written = control.isList === true && Array.isArray(value) ? value[0] : value;
  const chosen = typeof written === "number" ? String(written) : written;
  // What the document says stays a choice, also when nobody here knows it.
  const isKnown = control.choices.some(({ id }) => id === chosen);
  const choices =
    isKnown || typeof chosen !== "string" ? control.choices : [...control.choices, { id: chosen, label: chosen }];
  const take = (id: string) => {
    if (control.isNumber === true) return onChange(Number(id));
    return onChange(control.isList === true ? [id] : id || undefined);
  };
  return (
    <Select
      label={label}
      options={choices}
      value={typeof chosen === "string" ? chosen : (choices[0]?.id ?? "")}
      onChange={take}
    />
  );
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

interface ListFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly hint?: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}

/** What is typed stays as it is until the field is left: a comma at the end is the begin of another text. */
function ListField({ label, value, hint, onChange }: ListFieldProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    onChange(text.split(",").flatMap((one) => one.trim() || []));
  };
  return (
    <TextField
      label={label}
      value={typed ?? value.join(", ")}
      hint={hint}
      onChange={type}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="v-field v-field-number">
      <label className="v-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="v-input"
        type="number"
        step="any"
        min={min}
        max={max}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.valueAsNumber)}
      />
    </div>
  );
}
