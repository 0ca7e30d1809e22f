import type { MouseEvent, ReactNode } from "react";

interface NavItemProps {
  readonly label: string;
  /** A link instead of a button. */
  readonly href: string | undefined;
  readonly onPress: () => void;
  /** Of the current page: what it is, beside its name. */
  readonly current?: string;
  readonly isDisabled?: boolean;
  /** Where a tooltip stands; none unless given. */
  readonly tooltip?: { readonly position: string; readonly alignment: string };
  readonly keep?: (element: HTMLElement | null) => void;
  readonly children: ReactNode;
}

/** A page, or the way to the one beside it. What has nowhere to go is a button that cannot be pressed. */
export function NavItem(props: NavItemProps) {
  const { label, href, onPress, current, isDisabled = false, tooltip, keep, children } = props;
  const shared = {
    ref: keep ?? null,
    className: "vu-nav-item",
    "aria-label": label,
    "aria-current": current === undefined ? undefined : ("page" as const),
    "aria-description": current,
    ...(tooltip === undefined
      ? {}
      : {
          "data-tooltip": label,
          "data-tooltip-position": tooltip.position,
          "data-tooltip-alignment": tooltip.alignment,
        }),
  };
  if (href === undefined || isDisabled) {
    return (
      <button type="button" {...shared} disabled={isDisabled} onClick={onPress}>
        {children}
      </button>
    );
  }
  return (
    <a href={href} {...shared} onClick={(event) => isOfThisPage(event) && onPress()}>
      {children}
    </a>
  );
}

/** With these keys the browser opens another tab or window, and nothing changes here. */
function isOfThisPage({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return !(ctrlKey || metaKey || shiftKey || altKey);
}
