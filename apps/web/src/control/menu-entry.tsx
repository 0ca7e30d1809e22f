import type { LucideIcon } from "lucide-react";
import { MenuItem, type MenuItemProps } from "react-aria-components";
import "./menu.css";

interface MenuEntryProps extends Omit<MenuItemProps, "children" | "className" | "textValue"> {
  readonly icon: LucideIcon;
  /** What it says; whoever types its first letters comes to it. */
  readonly text: string;
}

export function MenuEntry({ icon: Icon, text, ...item }: MenuEntryProps) {
  return (
    <MenuItem {...item} className="v-menu-item" textValue={text}>
      <Icon aria-hidden />
      {text}
    </MenuItem>
  );
}
