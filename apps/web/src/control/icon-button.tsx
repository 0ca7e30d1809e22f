import type { ReactNode } from "react";
import { Button, type ButtonProps, Tooltip, TooltipTrigger } from "react-aria-components";
import "./button.css";

interface IconButtonProps extends Omit<ButtonProps, "className" | "style" | "children" | "aria-label"> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={100}>
      <Button {...rest} className="v-button" data-kind="icon" aria-label={label}>
        {icon}
      </Button>
      <Tooltip className="v-tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
