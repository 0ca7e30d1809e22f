import { useId } from "react";
import "./field.css";

export interface OfferedName {
  readonly name: string;
  readonly about: string;
}

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names to choose from, some with a word on what they are; any other may be typed. */
  readonly offered: readonly (string | OfferedName)[];
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly onFocus?: () => void;
}

/** More are not offered at a time; typing on finds the others. */
const MOST_OFFERED = 200;

/** A field for a name that need not be among those that are offered. */
export function NameField({ label, value, onChange, offered, placeholder, error, onFocus }: NameFieldProps) {
  const id = useId();
  const fitting = offered
    .map((one) => (typeof one === "string" ? { name: one, about: undefined } : one))
    .filter(({ name, about = "" }) => `${name} ${about}`.toLowerCase().includes(value.toLowerCase()))
    .slice(0, MOST_OFFERED);
  return (
    <div className="v-field">
      <label className="v-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="v-input"
        value={value}
        placeholder={placeholder}
        list={`${id}-names`}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onFocus={onFocus}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-names`}>
        {fitting.map(({ name, about }) => (
          <option key={name} value={name} label={about} />
        ))}
      </datalist>
      {error !== undefined && (
        <span className="v-field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
