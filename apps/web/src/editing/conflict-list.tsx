import { Select } from "../control/select.tsx";
import type { JsonObject } from "../dashboard/model/json.ts";
import { linesOfPart, placeOfPart } from "./describe-changes.ts";
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
        const { label, inWords } = placeOfPart(conflict, document);
        const side = chosen.get(conflict.key) ?? "mine";
        return (
          <div key={conflict.key} className="v-conflict">
            <Select
              label={label}
              value={side}
              options={SIDES.map((id) => ({ id, label: texts[id] }))}
              onChange={(id) => onChoose(conflict.key, id)}
            />
            <dl className="v-conflict-versions">
              {VERSIONS.map((version) => (
                <div key={version} data-chosen={version === side || undefined}>
                  <dt>{texts[version]}</dt>
                  <dd>
                    <PartValue conflict={conflict} version={version} inWords={inWords} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </div>
  );
}

interface PartValueProps {
  readonly conflict: Conflict;
  readonly version: (typeof VERSIONS)[number];
  readonly inWords: (value: unknown) => string | undefined;
}

/** In words where there are some; what one of both removed is gone, and of a panel it says what was changed. */
function PartValue({ conflict, version, inWords }: PartValueProps) {
  const { key, base } = conflict;
  const value = conflict[version];
  if (value === undefined && base !== undefined) return editingMessages.gone;
  const lines = linesOfPart(key, base, value);
  if (lines.length > 0) return lines.map((line) => <div key={line}>{line}</div>);
  const text = inWords(value);
  if (text !== undefined) return text;
  return isEmpty(value) ? editingMessages.unsaid : <code>{JSON.stringify(value, null, 1)}</code>;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
