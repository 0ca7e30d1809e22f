import { Check, Columns3 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Person } from "../api/people.ts";
import { recall, recallList, remember } from "../browser-memory.ts";
import { Age } from "../control/age.tsx";
import { texts } from "./messages.ts";
import { useProviderTitle } from "./provider-title.ts";
import "../control/menu.css";

const words = texts.users;

/** What the list of people can say of each beside the address and the state. */
const COLUMNS = ["name", "role", "phone", "providers", "created", "lastSignIn", "uid"] as const;

export type PeopleColumn = (typeof COLUMNS)[number];

const USUAL: readonly PeopleColumn[] = ["name", "role", "lastSignIn"];

const KEPT = "vedette.people.columns";

/** The columns that this browser has chosen, in the order of the table. */
export function usePeopleColumns() {
  const [columns, setColumns] = useState<readonly PeopleColumn[]>(keptColumns);
  const choose = (chosen: ReadonlySet<unknown>) => {
    const next = COLUMNS.filter((column) => chosen.has(column));
    remember(KEPT, JSON.stringify(next));
    setColumns(next);
  };
  return { columns, choose };
}

function keptColumns(): readonly PeopleColumn[] {
  if (recall(KEPT) === null) return USUAL;
  const kept = new Set(recallList(KEPT));
  return COLUMNS.filter((column) => kept.has(column));
}

interface ColumnMenuProps {
  readonly columns: readonly PeopleColumn[];
  readonly onChoose: (columns: ReadonlySet<unknown>) => void;
}

/** Says what the list shows; it stays open while several are chosen. */
export function ColumnMenu({ columns, onChoose }: ColumnMenuProps) {
  return (
    <MenuTrigger>
      <Button className="v-button" data-kind="default">
        <Columns3 aria-hidden />
        <span className="v-button-text">{words.columnChoice}</span>
      </Button>
      <Popover className="v-popover" placement="bottom end" offset={4}>
        <Menu
          className="v-menu"
          aria-label={words.columnChoice}
          selectionMode="multiple"
          selectedKeys={columns}
          onSelectionChange={(chosen) => onChoose(chosen === "all" ? new Set(COLUMNS) : chosen)}
        >
          {COLUMNS.map((column) => (
            <MenuItem key={column} id={column} className="v-menu-item" textValue={words.columns[column]}>
              <Check className="v-menu-check" aria-hidden />
              {words.columns[column]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** What stands in a column about somebody. */
export function peopleCell(column: PeopleColumn, person: Person): ReactNode {
  switch (column) {
    case "role":
      return words.roles[person.role];
    case "providers":
      return <ProviderTitles of={person} />;
    case "created":
      return <Age at={person.createdAt} />;
    case "lastSignIn":
      return person.lastSignInAt === null ? words.never : <Age at={person.lastSignInAt} />;
    default:
      return person[column];
  }
}

function ProviderTitles({ of: { providers } }: { readonly of: Person }) {
  const titleOf = useProviderTitle();
  return providers.map(titleOf).join(", ");
}
