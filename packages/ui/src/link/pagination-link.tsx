import {
  type ComponentPropsWithoutRef,
  cloneElement,
  forwardRef,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
} from "react";
import { classNames } from "../class-names.ts";
import { ChevronIcon } from "./icons.tsx";
import { joinRefs, refOf } from "./join-refs.ts";

/** What takes the place of the anchor is given all of its props. */
export type LinkProps = ComponentPropsWithoutRef<"a"> & { readonly ref?: Ref<HTMLAnchorElement> };

export interface PaginationLinkProps extends ComponentPropsWithoutRef<"a"> {
  readonly href?: string;
  /** Marks the current page. */
  readonly isActive?: boolean | undefined;
  /** `icon` unless given: as wide as high. */
  readonly size?: "default" | "xs" | "sm" | "lg" | "icon" | "icon-sm" | "icon-lg";
  /** There is no such page: no address, no press. */
  readonly disabled?: boolean;
  /** The link of a router, as an element or a function of the anchor's props, so that the page is not loaded anew. */
  readonly render?: ReactElement<LinkProps> | ((props: LinkProps) => ReactNode);
}

/** @see spec 3, UI component props */
export const PaginationLink = forwardRef<HTMLAnchorElement, PaginationLinkProps>(function PaginationLink(
  { className, isActive, size = "icon", disabled = false, render, ...props },
  ref,
) {
  const anchor = {
    "aria-current": isActive === true ? ("page" as const) : undefined,
    "data-slot": "pagination-link",
    "data-active": isActive,
    "data-size": size,
    className: classNames("vu-pagination-link", className),
    ...props,
    ...(disabled ? DISABLED : {}),
    ref,
  };
  // The link of a router would lead somewhere all the same.
  if (disabled) return <a {...anchor} />;
  if (typeof render === "function") return render(anchor);
  if (!isValidElement(render)) return <a {...anchor} />;
  const look = classNames(anchor.className, render.props.className);
  return cloneElement(render, { ...anchor, ...render.props, className: look, ref: joinRefs(ref, refOf(render)) });
});

/**
 * A link without an address is no link, so it says that it would be one. It has no handler, not even one that stops the
 * press: server components can hand none to the page.
 */
const DISABLED = {
  href: undefined,
  role: "link",
  tabIndex: -1,
  "aria-disabled": true,
  onClick: undefined,
};

export interface PaginationStepProps extends PaginationLinkProps {
  /** Beside the arrow; hidden on small screens. */
  readonly text?: string;
}

/** @see spec 3, UI component props: `text`, default "Previous" */
export const PaginationPrevious = forwardRef<HTMLAnchorElement, PaginationStepProps>(function PaginationPrevious(
  { text = "Previous", className, ...props },
  ref,
) {
  return (
    <PaginationLink
      ref={ref}
      aria-label={text === "Previous" || text === "" ? "Go to previous page" : text}
      size="default"
      className={classNames("vu-pagination-step", className)}
      {...props}
    >
      <ChevronIcon to="previous" />
      <span className="vu-wide-only">{text}</span>
    </PaginationLink>
  );
});

/** @see spec 3, UI component props: `text`, default "Next" */
export const PaginationNext = forwardRef<HTMLAnchorElement, PaginationStepProps>(function PaginationNext(
  { text = "Next", className, ...props },
  ref,
) {
  return (
    <PaginationLink
      ref={ref}
      aria-label={text === "Next" || text === "" ? "Go to next page" : text}
      size="default"
      className={classNames("vu-pagination-step", className)}
      {...props}
    >
      <span className="vu-wide-only">{text}</span>
      <ChevronIcon to="next" />
    </PaginationLink>
  );
});
