import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import "../control/field.css";
import { namesQuery } from "./names-query.ts";

interface OfferedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where what is offered comes from; asked once somebody types here. */
  readonly names: Parameters<typeof namesQuery>[0];
  readonly error?: string | undefined;
}

/** More are not offered at a time; typing on finds the others. */
const MOST_OFFERED = 200;

/** A field for a name that need not be among those that are offered. */
export function OfferedField({ label, value, onChange, names, error }: OfferedFieldProps) {
  const id = useId();
  const [isUsed, setUsed] = useState(false);
  const { data = [] } = useQuery({ ...namesQuery(names), enabled: isUsed });
  const offered = data.filter((name) => name.toLowerCase().includes(value.toLowerCase())).slice(0, MOST_OFFERED);
  return (
    <div className="v-field">
      <label className="v-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="v-input"
        value={value}
        list={`${id}-names`}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onFocus={() => setUsed(true)}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-names`}>
        {offered.map((name) => (
          <option key={name} value={name} />
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
