import { Select } from "../control/select.tsx";
import type { JsonObject } from "../dashboard/model/json.ts";
import { nameOfPart } from "./describe-changes.ts";
import type { Conflict } from "./merge-documents.ts";
import { editingMessages } from "./messages.ts";
import "./conflict-list.css";

const SIDES = ["mine", "theirs"] as const;
type Side = (typeof SIDES)[number];
const VERSIONS = ["base", ...SIDES] as const;

interface ConflictListProps {
  readonly conflicts: readonly Conflict[];
  /** As it would be saved, for the names of its panels. */
  readonly document: JsonObject;
  readonly chosen: ReadonlyMap<string, Side>;
  readonly onChoose: (key: string, side: Side) => void;
}

/** What two people changed differently: as it was, as each of them has it, and the choice whose is saved. */
export function ConflictList({ conflicts, document, chosen, onChoose }: ConflictListProps) {
  const texts = editingMessages.saving;
  return (
    <div className="v-conflicts">
      <p>{texts.conflictParts}</p>
      {conflicts.map((conflict) => {
        const side = chosen.get(conflict.key) ?? "mine";
        return (
          <div key={conflict.key} className="v-conflict">
            <Select
              label={nameOfPart(conflict.key, document)}
              value={side}
              options={SIDES.map((id) => ({ id, label: texts[id] }))}
              onChange={(id) => onChoose(conflict.key, id)}
            />
            <dl className="v-conflict-versions">
              {VERSIONS.map((version) => (
                <div key={version} data-chosen={version === side || undefined}>
                  <dt>{texts[version]}</dt>
                  <dd>{written(conflict[version])}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </div>
  );
}

function written(value: unknown): string {
  if (value === undefined) return editingMessages.unsaid;
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}
