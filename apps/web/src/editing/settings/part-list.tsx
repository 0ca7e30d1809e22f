import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../control/button.tsx";
import { EmptyPart } from "../../control/empty-state.tsx";
import type { GuidePlace } from "../../control/guide-place.ts";
import { RowMenu } from "../../control/row-menu.tsx";
import { ListRow, RowList, Section } from "../../control/section.tsx";
import { type JsonObject, objectsOf, textOf } from "../../dashboard/model/json.ts";
import { messages } from "../../messages/en.ts";
import type { DocumentOption } from "../document-option.ts";
import { editingMessages } from "../messages.ts";
import { OptionControl } from "../option-control.tsx";
import { setIn, valueIn } from "../set-in.ts";
import type { Draft } from "../use-draft.ts";

interface PartListProps {
  readonly title: string;
  readonly lead: string;
  /** What is said while there is none. */
  readonly none: string;
  /** Where the guides tell of it. */
  readonly learn: GuidePlace;
  /** What the button for another one says. */
  readonly add: string;
  /** Where the list stands in the document. */
  readonly path: readonly string[];
  readonly draft: Draft;
  /** The member of a part that says what it is called. */
  readonly nameOf: string;
  /** What else is known of it. */
  readonly noteOf: (part: JsonObject) => string;
  /** What another one begins with; under a name that is free. */
  readonly fresh: JsonObject;
  readonly optionsOf: (part: JsonObject) => readonly DocumentOption[];
  /** Below the options of a part. */
  readonly more?: (part: JsonObject) => ReactNode;
}

/** Parts of a dashboard of one kind (variables, annotations, links): one line each, and its options when it is opened. */
export function PartList({ title, lead, none, learn, add, path, draft, nameOf, noteOf, ...parted }: PartListProps) {
  const { fresh, optionsOf, more } = parted;
  const texts = editingMessages.settings;
  const [opened, setOpened] = useState<number>();
  const parts = objectsOf(valueIn(draft.document, path));
  const change = (step: string, next: readonly JsonObject[]) =>
    draft.change(step, (document) => setIn(document, path, next));
  const name = (part: JsonObject) => textOf(part[nameOf]) || texts.unnamed;
  const move = (at: number, by: number) => {
    const [part] = parts.slice(at, at + 1);
    const others = parts.toSpliced(at, 1);
    if (part !== undefined) change(texts.moved(name(part)), others.toSpliced(at + by, 0, part));
    setOpened(undefined);
  };
  const append = () => {
    change(add, [...parts, { ...fresh, [nameOf]: freeName(textOf(fresh[nameOf]), parts.map(name)) }]);
    setOpened(parts.length);
  };
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <Button icon={<Plus aria-hidden />} onPress={append}>
          {add}
        </Button>
      }
    >
      {parts.length === 0 && <EmptyPart of={title} text={none} learn={learn} />}
      {parts.length > 0 && (
        <RowList label={title}>
          {parts.map((part, at) => (
            <ListRow
              // biome-ignore lint/suspicious/noArrayIndexKey: while a name is typed, the place is all that stays
              key={at}
              title={name(part)}
              note={noteOf(part)}
              actions={
                <>
                  <Button
                    kind="quiet"
                    aria-expanded={at === opened}
                    onPress={() => setOpened(at === opened ? undefined : at)}
                  >
                    {at === opened ? texts.close : editingMessages.edit}
                  </Button>
                  <RowMenu
                    label={messages.list.actionsFor(name(part))}
                    actions={[
                      { label: editingMessages.edit, icon: Pencil, onAction: () => setOpened(at) },
                      ...(at > 0 ? [{ label: texts.up, icon: ArrowUp, onAction: () => move(at, -1) }] : []),
                      ...(at < parts.length - 1
                        ? [{ label: texts.down, icon: ArrowDown, onAction: () => move(at, 1) }]
                        : []),
                      {
                        label: texts.remove,
                        icon: Trash2,
                        kind: "danger",
                        onAction: () => {
                          change(texts.removed(name(part)), parts.toSpliced(at, 1));
                          setOpened(undefined);
                        },
                      },
                    ]}
                  />
                </>
              }
            >
              {at === opened && (
                <div className="v-settings-part">
                  {optionsOf(part).map((option) => (
                    <OptionControl
                      key={option.path.join(".")}
                      option={option}
                      panel={part}
                      onChange={(next) => change(`${name(part)}: ${option.label}`, parts.with(at, next))}
                    />
                  ))}
                  {more?.(part)}
                </div>
              )}
            </ListRow>
          ))}
        </RowList>
      )}
    </Section>
  );
}

function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let count = 2; ; count++) if (!taken.includes(`${wanted}${count}`)) return `${wanted}${count}`;
}
