import { EllipsisVertical } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button, MenuTrigger, Popover } from "react-aria-components";
import { dashboardMessages } from "../messages.ts";
import type { PanelMenuProps } from "./panel-menu-items.tsx";
import "../../control/menu.css";

// Most panels are looked at only: what can be done with one comes when somebody asks.
const PanelMenuItems = lazy(async () => ({ default: (await import("./panel-menu-items.tsx")).PanelMenuItems }));

interface PanelMenuButtonProps extends PanelMenuProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function PanelMenu({ isOpen, onOpenChange, ...props }: PanelMenuButtonProps) {
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button className="v-panel-menu" aria-label={dashboardMessages.panel.menu(props.title)}>
        <EllipsisVertical aria-hidden />
      </Button>
      <Popover className="v-popover" placement="bottom end" offset={4}>
        <Suspense>
          <PanelMenuItems {...props} />
        </Suspense>
      </Popover>
    </MenuTrigger>
  );
}
