import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, TagIcon } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { dashboardTagsQuery } from "../api/dashboards.ts";
import { messages } from "../messages/en.ts";
import "../control/menu.css";
import "../control/tag.css";

interface TagFilterProps {
  /** The tag that is filtered by; "" for none. */
  readonly value: string;
  readonly onChange: (tag: string) => void;
}

/**
 * One tag out of those in use, with how many dashboards have it. Not shown where there are no tags; its place is kept
 * until that is known, so that the rows below are not pushed down.
 */
export function TagFilter({ value, onChange }: TagFilterProps) {
  const tags = useQuery(dashboardTagsQuery);
  if (!tags.isPending && (tags.data ?? []).length === 0 && value === "") return null;
  return (
    <MenuTrigger>
      <Button className="v-button" data-kind="default">
        <TagIcon aria-hidden />
        <span className="v-button-text">{value === "" ? messages.dashboards.anyTag : value}</span>
        <ChevronDown aria-hidden />
      </Button>
      <Popover className="v-popover" placement="bottom start" offset={4}>
        <Menu
          className="v-menu"
          aria-label={messages.dashboards.columns.tags}
          selectionMode="single"
          selectedKeys={[`tag:${value}`]}
        >
          {[{ term: "", count: undefined }, ...(tags.data ?? [])].map(({ term, count }) => (
            <MenuItem
              key={term}
              id={`tag:${term}`}
              className="v-menu-item"
              textValue={term === "" ? messages.dashboards.anyTag : term}
              onAction={() => onChange(term)}
            >
              <Check className="v-menu-check" aria-hidden />
              {term === "" ? messages.dashboards.anyTag : term}
              {count !== undefined && <span className="v-tag-count">{count}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
