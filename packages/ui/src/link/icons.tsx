/** Pictures beside texts; nobody hears them. They flip where people read from right to left. */
export function ChevronIcon({ to }: { readonly to: "previous" | "next" }) {
  return (
    <svg className="vu-icon vu-icon-flips" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={to === "previous" ? "M10 3 5 8l5 5" : "m6 3 5 5-5 5"}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}

export function EllipsisIcon() {
  return (
    <svg className="vu-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M3 7h2v2H3zm4 0h2v2H7zm4 0h2v2h-2z" fill="currentColor" />
    </svg>
  );
}
