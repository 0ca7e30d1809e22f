import type { MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";
import { type ListChanges, useListAddress } from "./list-address.ts";

interface ListLinkProps extends Omit<LinkProps, "to" | "onClick"> {
  readonly changes: ListChanges;
}

/** A link to the list with some of its query changed: the query as it is when somebody presses, not as it was drawn. */
export function ListLink({ changes, replace = false, ...link }: ListLinkProps) {
  const list = useListAddress();
  const follow = (event: MouseEvent) => {
    // Another window, or whatever else the browser makes of it.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (replace) list.change(changes);
    else list.go(changes);
  };
  return <Link {...link} to={list.href(changes)} onClick={follow} />;
}
