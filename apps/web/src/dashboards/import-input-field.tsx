import type { DataSource } from "../api/data-sources.ts";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import type { ImportInput } from "./import-document.ts";
import { importMessages } from "./import-messages.ts";

interface ImportInputFieldProps {
  readonly input: ImportInput;
  readonly sources: readonly DataSource[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The pseudo source of server-side expressions: exported documents name it, and there is nothing to choose. */
const EXPRESSIONS = "__expr__";

/** One value that the document leaves open. */
export function ImportInputField({ input, sources, value, onChange }: ImportInputFieldProps) {
  if (input.kind === "constant") {
    return <TextField label={input.label} value={value} onChange={onChange} hint={input.description || undefined} />;
  }
  if (input.hint === EXPRESSIONS) return null;
  const fitting = sources.filter(({ type }) => type === input.hint);
  const offered = fitting.length === 0 ? sources : fitting;
  return (
    <Select
      label={importMessages.source(input.label)}
      options={offered.map(({ uid, name }) => ({ id: uid, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** The value an input has before anybody chooses: the default data source of its type, or the proposed text. */
export function proposedInput(input: ImportInput, sources: readonly DataSource[]): string {
  if (input.kind === "constant" || input.hint === EXPRESSIONS) return input.hint;
  const fitting = sources.filter(({ type }) => type === input.hint);
  const offered = fitting.length === 0 ? sources : fitting;
  return (offered.find(({ isDefault }) => isDefault) ?? offered[0])?.uid ?? "";
}
