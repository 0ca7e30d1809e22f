import type { SettingField } from "../api/settings.ts";
import { Button } from "../control/button.tsx";
import { Checkbox } from "../control/checkbox.tsx";
import { PasswordField } from "../control/password-field.tsx";
import { Select } from "../control/select.tsx";
import { TextArea } from "../control/text-area.tsx";
import { TextField } from "../control/text-field.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";
import { SetWhen } from "./set-when.tsx";
import { choiceName, choicesOf, kindOf, pinOf, shortOf, textOf } from "./setting-value.ts";

/** What somebody made of a setting and has not saved yet. */
export type Draft = { readonly kind: "value"; readonly value: unknown } | { readonly kind: "default" };

interface SettingControlProps {
  readonly field: SettingField;
  readonly draft: Draft | undefined;
  /** Why it cannot be changed now; absent where it can. */
  readonly locked?: string | undefined;
  /** Why the server did not take the draft. */
  readonly error?: string | undefined;
  readonly onChange: (draft: Draft | undefined) => void;
}

/** One setting: its control, what it means, its default, and what pins it. */
export function SettingControl({ field, draft, locked, error, onChange }: SettingControlProps) {
  const pin = pinOf(field);
  const isShown = useCurrentUser().isReadOnly || pin !== undefined || locked !== undefined;
  return (
    <div id={field.key} className="v-setting" data-refused={error === undefined ? undefined : ""}>
      {isShown ? (
        <ShownValue field={field} />
      ) : (
        <Editor field={field} draft={draft} error={error} onChange={onChange} />
      )}
      <div className="v-setting-about">
        <code className="v-setting-key">{field.key}</code>
        {pin !== undefined && <span className="v-hint">{pin}</span>}
        {pin === undefined && locked !== undefined && <span className="v-hint">{locked}</span>}
        {pin === undefined && (
          <span className="v-hint">
            {/* Of a switch nothing else would say what it was before anybody touched it. */}
            {kindOf(field) === "switch" && field.source !== "default" && `${defaultOf(field)} `}
            {texts.sources[field.source === "default" ? "default" : "stored"]}
          </span>
        )}
        <SetWhen at={field.set_at} by={field.set_by} />
        {!isShown && field.source === "stored" && draft === undefined && (
          <Button
            kind="quiet"
            aria-label={`${texts.toDefault}: ${field.label}`}
            onPress={() => onChange({ kind: "default" })}
          >
            {texts.toDefault}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What cannot be changed here, whole; of a secret only whether there is one. */
function ShownValue({ field }: { readonly field: SettingField }) {
  const kind = kindOf(field);
  const value = wholeOf(field);
  const isLong = kind === "lines" || kind === "json" || kind === "long-text";
  if (isLong && !field.is_secret && value !== texts.empty) {
    const none = () => undefined;
    return <TextArea label={field.label} hint={field.doc} value={value} onChange={none} rows={3} isReadOnly />;
  }
  const isSwitch = kind === "switch";
  return (
    <div className="v-field">
      <span className="v-label">{isSwitch ? field.doc : field.label}</span>
      <span className="v-setting-value">{value}</span>
      {!isSwitch && <span className="v-hint">{field.doc}</span>}
    </div>
  );
}

function wholeOf(field: SettingField): string {
  if (field.is_secret) return field.is_set ? texts.secretIsSet : texts.secretUnset;
  return typeof field.value === "boolean" ? shortOf(field, field.value) : textOf(field.value) || texts.empty;
}

function Editor({ field, draft, error, onChange }: SettingControlProps) {
  const { label } = field;
  const current = shownValue(field, draft);
  // What is as it was is no change.
  const set = (value: unknown) =>
    onChange(!field.is_secret && textOf(value) === textOf(field.value) ? undefined : { kind: "value", value });
  if (field.is_secret) {
    return (
      <PasswordField
        label={label}
        hint={`${field.doc} ${field.is_set ? texts.secretSet : texts.secretUnset}`}
        error={error === undefined ? undefined : `${error} ${field.doc}`}
        autoComplete="new-password"
        reveal={texts.reveal}
        value={textOf(current)}
        onChange={(typed) => (typed === "" ? onChange(undefined) : set(typed))}
      />
    );
  }
  const hint = `${field.doc} ${defaultOf(field)}`;
  // What is wanted stays in sight beside what is wrong.
  const fault = error === undefined ? undefined : `${error} ${hint}`;
  switch (kindOf(field)) {
    case "switch":
      return (
        <Checkbox isSelected={current === true} onChange={set}>
          {field.doc}
        </Checkbox>
      );
    case "choice":
      return (
        <div className="v-field">
          <Select
            label={label}
            options={(choicesOf(field.type) ?? []).map((id) => ({ id, label: choiceName(field, id) }))}
            value={textOf(current)}
            onChange={set}
          />
          <span className="v-hint">{hint}</span>
        </div>
      );
    case "lines":
    case "json":
    case "long-text": {
      const help = kindOf(field) === "lines" ? `${hint} ${texts.lines}` : hint;
      return <TextArea label={label} hint={help} error={fault} value={textOf(current)} onChange={set} rows={3} />;
    }
    default:
      return <TextField label={label} hint={hint} error={fault} value={textOf(current)} onChange={set} />;
  }
}

function shownValue(field: SettingField, draft: Draft | undefined): unknown {
  if (draft === undefined) return field.value;
  return draft.kind === "default" ? field.default : draft.value;
}

function defaultOf(field: SettingField): string {
  const value = shortOf(field, field.default);
  return value === texts.empty ? texts.noDefault : texts.default(value);
}
