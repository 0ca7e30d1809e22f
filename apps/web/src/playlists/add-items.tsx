import { useQuery } from "@tanstack/react-query";
import { Plus, TagIcon } from "lucide-react";
import { useState } from "react";
import { dashboardSearchQuery, dashboardTagsQuery } from "../api/dashboards.ts";
import type { PlaylistItem } from "../api/playlists.ts";
import { Button } from "../control/button.tsx";
import { MarkedText } from "../control/marked-text.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { messages } from "../messages/en.ts";
import "../control/tag.css";
import { playlistTexts } from "./messages.ts";

interface AddItemsProps {
  readonly onAdd: (item: PlaylistItem) => void;
}

/** Dashboards found by a search, and the tags in use; a press adds one at the end. */
export function AddItems({ onAdd }: AddItemsProps) {
  const [query, setQuery] = useState("");
  const sort = query === "" ? "updated-desc" : "alpha-asc";
  const found = useQuery(dashboardSearchQuery({ query, everywhere: true, limit: 8, sort }));
  const tags = useQuery(dashboardTagsQuery);
  const texts = playlistTexts;

  return (
    <section className="v-card v-stack" aria-labelledby="add-items">
      <h2 id="add-items">{texts.add}</h2>
      <SearchBox label={messages.dashboards.search} value={query} onChange={setQuery} />
      <MissingPart name={messages.dashboards.title} query={found} />
      {found.data?.total === 0 && <p role="status">{messages.dashboards.noMatchText(query, "")}</p>}
      <ul className="v-add-list">
        {found.data?.rows.map(({ uid, title, folderTitle = "", panels = [] }) => (
          <li key={uid}>
            <span className="v-add-found">
              <MarkedText text={title} query={query} />
              <span className="v-hint">
                <MarkedText text={[folderTitle, ...panels].filter((text) => text !== "").join(" · ")} query={query} />
              </span>
            </span>
            <Button
              kind="quiet"
              icon={<Plus aria-hidden />}
              aria-label={texts.addOne(title)}
              onPress={() => onAdd({ type: "dashboard_by_uid", value: uid })}
            >
              {texts.addShort}
            </Button>
          </li>
        ))}
      </ul>
      <MissingPart name={texts.addTag} query={tags} />
      {(tags.data ?? []).length > 0 && (
        <div className="v-stack">
          <h3 className="v-label">{texts.addTag}</h3>
          <div className="v-tags">
            {tags.data?.map(({ term, count }) => (
              <button
                key={term}
                type="button"
                className="v-tag"
                onClick={() => onAdd({ type: "dashboard_by_tag", value: term })}
              >
                <TagIcon size="0.75rem" aria-hidden />
                <span className="v-hidden">{texts.addTagged}</span>
                {term}
                <span className="v-tag-count">{count}</span>
              </button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
