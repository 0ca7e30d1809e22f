import { type ReactNode, use } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  ProgressBarContext,
  useSlottedContext,
} from "react-aria-components";
import { Link } from "react-router";
import { messages } from "../messages/en.ts";
import { durationText } from "./duration-text.ts";
import { ChangeContext, UnreachableContext } from "./unreachable.ts";
import { WaitContext } from "./use-wait.ts";
import "./button.css";

/** `primary`: the one thing a screen is for. `danger`: cannot be taken back. `quiet`: beside other things. */
type ButtonKind = "primary" | "default" | "quiet" | "danger";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  /** While its act is on the way it keeps its width, its name and its focus, says that it is busy, and answers no press. */
  readonly isPending?: boolean;
  readonly children: ReactNode;
}

export function Button({ kind = "default", icon, isPending = false, children, ...rest }: ButtonProps) {
  const isUnreachable = use(UnreachableContext);
  const isSubmit = rest.type === "submit";
  const isChange = use(ChangeContext) || isSubmit;
  const wait = use(WaitContext);
  const isWaiting = isSubmit && wait > 0;
  const isDisabled = rest.isDisabled === true || isWaiting || (isUnreachable && isChange);
  return (
    <AriaButton {...rest} isDisabled={isDisabled} isPending={isPending} className="v-button" data-kind={kind}>
      {icon}
      <span className="v-button-text">{isWaiting ? messages.waitFor(durationText(wait * 1000)) : children}</span>
      {isPending && <PendingMark />}
    </AriaButton>
  );
}

/** The button names itself by this as well, under the id that it gives. */
function PendingMark() {
  const id = useSlottedContext(ProgressBarContext)?.id;
  return (
    <span {...(id !== undefined && { id })} className="v-button-pending" role="img" aria-label={messages.loading} />
  );
}

interface LinkButtonProps {
  readonly to: string;
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** An address that looks like a button: opens in a new tab like every link. */
export function LinkButton({ to, kind = "default", icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className="v-button" data-kind={kind}>
      {icon}
      <span className="v-button-text">{children}</span>
    </Link>
  );
}
