import { type ComponentPropsWithoutRef, forwardRef } from "react";
import { classNames } from "../class-names.ts";
import { EllipsisIcon } from "./icons.tsx";

// `forwardRef`, because React 18 hands no ref to functions otherwise.

/** The landmark around the links to the pages of a list. Named "pagination" unless `aria-label` says otherwise. */
export const Pagination = forwardRef<HTMLElement, ComponentPropsWithoutRef<"nav">>(function Pagination(
  { className, ...props },
  ref,
) {
  return (
    <nav
      ref={ref}
      // biome-ignore lint/a11y/noRedundantRoles: style sheets and tests of existing programs look for it
      role="navigation"
      aria-label="pagination"
      data-slot="pagination"
      className={classNames("vu-pagination", className)}
      {...props}
    />
  );
});

export const PaginationContent = forwardRef<HTMLUListElement, ComponentPropsWithoutRef<"ul">>(
  function PaginationContent({ className, ...props }, ref) {
    return (
      <ul
        ref={ref}
        data-slot="pagination-content"
        className={classNames("vu-pagination-content", className)}
        {...props}
      />
    );
  },
);

export const PaginationItem = forwardRef<HTMLLIElement, ComponentPropsWithoutRef<"li">>(
  function PaginationItem(props, ref) {
    return <li ref={ref} data-slot="pagination-item" {...props} />;
  },
);

/** Stands for pages that are not shown. */
export const PaginationEllipsis = forwardRef<HTMLSpanElement, ComponentPropsWithoutRef<"span">>(
  function PaginationEllipsis({ className, children, ...props }, ref) {
    return (
      <span
        ref={ref}
        data-slot="pagination-ellipsis"
        className={classNames("vu-pagination-ellipsis", className)}
        {...props}
      >
        <EllipsisIcon />
        <span className="vu-hidden">{children ?? "More pages"}</span>
      </span>
    );
  },
);
