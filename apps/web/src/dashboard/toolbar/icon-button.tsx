import type { ReactNode } from "react";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import "../../control/button.css";

interface IconButtonProps {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}

export function IconButton({ label, icon, onPress }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      <Button className="v-button" data-kind="icon" aria-label={label} onPress={onPress}>
        {icon}
      </Button>
      <Tooltip className="v-tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
