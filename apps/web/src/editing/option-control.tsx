import { useId, useState } from "react";
import { Checkbox } from "../control/checkbox.tsx";
import { NameField } from "../control/name-field.tsx";
import { Select } from "../control/select.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { type JsonObject, textsOf } from "../dashboard/model/json.ts";
import type { DocumentOption } from "./document-option.ts";
import { setIn, valueIn } from "./set-in.ts";

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
    case "lines":
      return <TextArea label={label} value={textIn(value)} onChange={set} />;
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
    <div className="v-field">
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
