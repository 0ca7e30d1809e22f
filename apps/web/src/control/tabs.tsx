import { type FocusEvent, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import "./section.css";

interface TabsProps {
  /** The accessible name: what the pages belong to. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}

/** Pages that belong together; each has an address of its own. */
export function Tabs({ label, tabs }: TabsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which is the current one
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav aria-label={label}>
      <ul className="v-tabs" ref={list}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink to={tab.to} end={isAboveAnother(tab.to, tabs)} className="v-tab" onFocus={bringIntoSight}>
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Browsers leave a tab cut off of which a little is to be seen. Under a pointer that presses it nothing moves. */
function bringIntoSight({ currentTarget }: FocusEvent<HTMLAnchorElement>): void {
  if (currentTarget.matches(":focus-visible")) currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** A tab is the current one on the pages below it, too, unless these have tabs of their own. */
function isAboveAnother(to: string, tabs: TabsProps["tabs"]): boolean {
  return tabs.some((other) => other.to.startsWith(`${to}/`));
}
