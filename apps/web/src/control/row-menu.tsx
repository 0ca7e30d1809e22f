import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Menu, Popover } from "react-aria-components";
import { MenuEntry } from "./menu-entry.tsx";
import "./button.css";
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

/** What can be done with a row. Of a list of hundreds nothing but a plain button is there until somebody opens it. */
export function RowMenu({ label, actions }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // What was opened once stays, so that its layer gives the focus back when it closes.
  const [end, setEnd] = useState<"first" | "last">();
  const openAt = (chosen: "first" | "last") => {
    setEnd(chosen);
    setOpen(true);
  };
  const openByArrow = (event: KeyboardEvent) => {
    const chosen = ARROWS[event.key];
    if (chosen === undefined) return;
    event.preventDefault();
    openAt(chosen);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="v-button"
        data-kind="icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => openAt("first")}
        onKeyDown={openByArrow}
      >
        <EllipsisVertical aria-hidden />
      </button>
      {end !== undefined && (
        <Popover
          className="v-popover"
          placement="bottom end"
          offset={4}
          triggerRef={button}
          isOpen={isOpen}
          onOpenChange={setOpen}
        >
          <Menu className="v-menu" aria-label={label} autoFocus={end} onClose={() => setOpen(false)}>
            {actions.map(({ label: text, icon: Icon, onAction, kind }) => (
              <MenuEntry icon={Icon} text={text} key={text} onAction={onAction} data-kind={kind} />
            ))}
          </Menu>
        </Popover>
      )}
    </>
  );
}

/** Keys that open it, by what is chosen then. */
const ARROWS: Readonly<Record<string, "first" | "last">> = { ArrowDown: "first", ArrowUp: "last" };
