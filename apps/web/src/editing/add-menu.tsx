import { Plus } from "lucide-react";
import { Menu, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "../control/button.tsx";
import { MenuEntry } from "../control/menu-entry.tsx";
import type { Choice } from "./document-option.ts";
import "../control/menu.css";

interface AddMenuProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly onAdd: (id: string) => void;
}

/** Adds one of several kinds of things. */
export function AddMenu({ label, choices, onAdd }: AddMenuProps) {
  return (
    <MenuTrigger>
      <Button kind="quiet" icon={<Plus aria-hidden />}>
        {label}
      </Button>
      <Popover className="v-popover" placement="bottom start" offset={4}>
        <Menu className="v-menu" aria-label={label}>
          {choices.map(({ id, label: text }) => (
            <MenuEntry key={id} icon={Plus} text={text} onAction={() => onAdd(id)} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
