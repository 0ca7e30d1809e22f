import { NavLink } from "react-router";
import "./section.css";

interface TabsProps {
  /** The accessible name: what the pages belong to. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}

/** Pages that belong together; each has an address of its own. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="v-tabs">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <NavLink to={tab.to} end={isAboveAnother(tab.to, tabs)} className="v-tab">
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A tab is the current one on the pages below it, too, unless these have tabs of their own. */
function isAboveAnother(to: string, tabs: TabsProps["tabs"]): boolean {
  return tabs.some((other) => other.to.startsWith(`${to}/`));
}
