import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { Button, Menu, MenuTrigger, Popover } from "react-aria-components";
import { MenuEntry } from "./menu-entry.tsx";
import "./menu.css";

export interface RowAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onAction: () => void;
  readonly kind?: "danger";
}

interface RowMenuProps {
  /** Names the row: "Actions for Checkout". */
  readonly label: string;
  readonly actions: readonly RowAction[];
}

export function RowMenu({ label, actions }: RowMenuProps) {
  return (
    <MenuTrigger>
      <Button className="v-button" data-kind="icon" aria-label={label}>
        <EllipsisVertical aria-hidden />
      </Button>
      <Popover className="v-popover" placement="bottom end" offset={4}>
        <Menu className="v-menu" aria-label={label}>
          {actions.map(({ label: text, icon: Icon, onAction, kind }) => (
            <MenuEntry icon={Icon} text={text} key={text} onAction={onAction} data-kind={kind} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
