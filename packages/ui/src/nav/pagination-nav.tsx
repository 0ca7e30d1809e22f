"use client";
import { type ComponentPropsWithoutRef, forwardRef, useState, useSyncExternalStore } from "react";
import { classNames } from "../class-names.ts";
import { ChevronIcon } from "../link/icons.tsx";
import { knownCount } from "../page-range.ts";
import { clampPage } from "../table/page-state.ts";
import { useStepFocus } from "../table/use-step-focus.ts";
import { followLink } from "./follow-link.ts";
import { NavItem } from "./nav-item.tsx";
import { navItems, smallScreen } from "./nav-items.ts";
import { PageGap } from "./page-gap.tsx";
import { useGapFocus } from "./use-gap-focus.ts";

export interface PaginationNavLabels {
  readonly next: string;
  readonly previous: string;
  readonly item: string;
  /** Said of the current page after its name. */
  readonly active: string;
  readonly of: string;
  readonly select: string;
}

const NAV_LABELS: PaginationNavLabels = {
  next: "Next page",
  previous: "Previous page",
  item: "Page",
  active: "Active",
  of: "of",
  select: "Select page",
};

export interface PaginationNavProps extends Omit<ComponentPropsWithoutRef<"nav">, "onChange"> {
  readonly totalPages: number;
  /** From 1; 1 unless given. */
  readonly page?: number;
  /** Pages and gaps, at least 4; 10, or 5 on small screens, unless given. */
  readonly itemsShown?: number;
  /** Next of the last page is the first. */
  readonly loop?: boolean;
  /** Gaps are only shown, nothing can be chosen in them. */
  readonly disableOverflow?: boolean;
  readonly size?: "sm" | "md" | "lg";
  readonly onChange?: (change: { readonly page: number }) => void;
  /** Links instead of buttons. */
  readonly hrefFor?: (page: number) => string;
  readonly tooltipPosition?: "top" | "right" | "bottom" | "left";
  readonly tooltipAlignment?: "start" | "center" | "end";
  readonly labels?: Partial<PaginationNavLabels>;
}

/** Buttons for pages; those that have no room are in gaps. No slower with a hundred thousand pages. */
export const PaginationNav = forwardRef<HTMLElement, PaginationNavProps>(function PaginationNav(
  {
    totalPages: givenTotal,
    page = 1,
    itemsShown,
    loop = false,
    disableOverflow = false,
    size = "lg",
    onChange,
    hrefFor,
    tooltipPosition = "bottom",
    tooltipAlignment = "center",
    labels,
    className,
    ...props
  },
  ref,
) {
  const texts = { ...NAV_LABELS, ...labels };
  const totalPages = knownCount(givenTotal);
  const isSmall = useSmallScreen();
  const [current, setPage] = usePage(page, totalPages);
  const canGo = { previous: loop || current > 1, next: loop || current < totalPages };
  const steps = useStepFocus<HTMLElement>(current, canGo);
  const gaps = useGapFocus(current);
  const goTo = (asked: number) => {
    setPage(asked);
    onChange?.({ page: asked });
  };
  const choose = (asked: number) => {
    gaps.chosen();
    goTo(asked);
    if (hrefFor !== undefined) followLink(hrefFor(asked), document.body);
  };
  const step = (direction: "previous" | "next") => {
    const to = current + (direction === "next" ? 1 : -1);
    const wrapped = to < 1 ? totalPages : to > totalPages ? 1 : to;
    return (
      <li>
        <NavItem
          keep={(element) => {
            steps.refs[direction].current = element;
          }}
          label={texts[direction]}
          href={hrefFor?.(wrapped)}
          tooltip={{ position: tooltipPosition, alignment: tooltipAlignment }}
          isDisabled={!canGo[direction] || totalPages < 1}
          onPress={() => {
            steps.pressed(direction);
            goTo(wrapped);
          }}
        >
          <ChevronIcon to={direction} />
        </NavItem>
      </li>
    );
  };
  return (
    <nav
      ref={ref}
      aria-label="pagination"
      {...props}
      data-size={size}
      className={classNames("vu-pagination-nav", className)}
    >
      <ul className="vu-nav-list">
        {step("previous")}
        {navItems(current, totalPages, itemsShown ?? (isSmall ? 5 : 10)).map((item) => (
          <li key={"page" in item ? item.page : `to${item.to}`}>
            {"page" in item ? (
              <NavItem
                {...(item.page === current ? { keep: gaps.keep, current: texts.active } : {})}
                label={`${texts.item} ${item.page}`}
                href={hrefFor?.(item.page)}
                onPress={() => goTo(item.page)}
              >
                {item.page}
              </NavItem>
            ) : (
              <PageGap {...item} label={texts.select} isDisabled={disableOverflow} onChoose={choose} />
            )}
          </li>
        ))}
        {step("next")}
      </ul>
      <output className="vu-hidden">{`${texts.item} ${current} ${texts.of} ${totalPages}`}</output>
    </nav>
  );
});

/** As given, until somebody presses; new values from outside count. */
function usePage(given: number, totalPages: number): readonly [number, (page: number) => void] {
  const [state, setState] = useState({ given, page: given });
  // What is no number, as an address may have it, equals itself here.
  const isNew = !Object.is(state.given, given);
  if (isNew) setState({ given, page: given });
  const page = clampPage(isNew ? given : state.page, Math.max(1, totalPages));
  return [page, (next) => setState({ given, page: next })];
}

function useSmallScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = smallScreen();
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    () => smallScreen()?.matches === true,
    () => false,
  );
}
