import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";

interface PanelBadgeProps {
  readonly label: string;
  /** Said when it is pointed at; its name unless given. */
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly kind?: "warn" | "crit";
  readonly children: ReactNode;
}

/** A small button in the head of a panel that tells more. */
export function PanelBadge({ label, hint = label, icon, kind, children }: PanelBadgeProps) {
  return (
    <DialogTrigger>
      <span className="v-panel-hint" title={hint}>
        <Button className="v-panel-badge" data-kind={kind} aria-label={label}>
          {icon}
        </Button>
      </span>
      <Popover className="v-popover" placement="bottom" offset={4}>
        <Dialog className="v-panel-note" aria-label={label}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
