import type { DataSource } from "../api/data-sources.ts";
import { Select } from "../control/select.tsx";
import { type JsonObject, objectOf, objectsOf, textOf } from "../dashboard/model/json.ts";
import { editingMessages } from "./messages.ts";
import { valueIn } from "./set-in.ts";

/** By what documents call a panel whose queries have a source each. */
export const MIXED = "-- Mixed --";

interface SourceSelectProps {
  readonly label: string;
  /** As the document has it: `{type, uid}`, a name, or nothing. */
  readonly datasource: unknown;
  readonly sources: readonly DataSource[];
  /** The dashboard: its variables may name a source. */
  readonly document: JsonObject;
  /** Whether each query may have its own. */
  readonly canBeMixed?: boolean;
  readonly onChange: (datasource: JsonObject | undefined) => void;
}

/** Who is asked. Nothing where there is but one to ask. */
export function SourceSelect({ label, datasource, sources, document, canBeMixed, onChange }: SourceSelectProps) {
  const { settings, mixedSources } = editingMessages;
  const value = typeof datasource === "string" ? datasource : textOf(objectOf(datasource)["uid"]);
  const options = [
    { id: "", label: settings.defaultSource },
    ...sources.map(({ uid, name }) => ({ id: uid, label: name })),
    ...sourceVariables(document).map((name) => ({ id: `\${${name}}`, label: `$${name}` })),
    ...(canBeMixed === true ? [{ id: MIXED, label: mixedSources }] : []),
  ];
  const isKnown = options.some(({ id }) => id === value);
  if (isKnown && options.length <= (canBeMixed === true ? 3 : 2)) return null;
  const take = (uid: string) => {
    if (uid === "") return onChange(undefined);
    onChange({ type: uid === MIXED ? "datasource" : "prometheus", uid });
  };
  return (
    <Select
      label={label}
      options={isKnown ? options : [...options, { id: value, label: value }]}
      value={value}
      onChange={take}
    />
  );
}

function sourceVariables(document: JsonObject): readonly string[] {
  return objectsOf(valueIn(document, ["templating", "list"]))
    .filter(({ type }) => type === "datasource")
    .flatMap(({ name }) => textOf(name) || []);
}
