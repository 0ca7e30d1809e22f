import { Link } from "react-router";
import { dashboardMessages } from "../messages.ts";
import type { DataLink } from "../model/dashboard-document.ts";
import { useDashboard } from "../view/dashboard-context.ts";
import { useDataLinks } from "./use-data-links.tsx";
import "./value-link.css";

interface ValueLinkProps {
  /** What the value is called. */
  readonly name: string;
  readonly links: readonly DataLink[];
}

/** Makes a whole value a link, or a button that offers several. Stands in an element that others can be placed over. */
export function ValueLink({ name, links }: ValueLinkProps) {
  const { isWall } = useDashboard();
  const { follow, menu } = useDataLinks();
  const [only] = links;
  if (isWall || only === undefined) return null;
  if (links.length > 1) {
    return (
      <>
        <button
          type="button"
          className="v-value-link"
          aria-label={dashboardMessages.panel.linksOf(name)}
          onClick={({ clientX: x, clientY: y }) => follow(links, { x, y }, false)}
        />
        {menu}
      </>
    );
  }
  const look = {
    className: "v-value-link",
    "aria-label": `${name}: ${only.title}`,
    title: only.title,
    rel: "noopener",
  };
  const target = only.opensNewTab ? { target: "_blank" } : {};
  return only.url.startsWith("/") ? (
    <Link to={only.url} {...look} {...target} />
  ) : (
    <a href={only.url} {...look} {...target} />
  );
}
