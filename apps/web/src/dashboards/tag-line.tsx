import { Tag } from "../control/tag.tsx";
import { useFitting } from "../control/use-fitting.ts";

interface TagLineProps {
  readonly tags: readonly string[];
  /** What was searched. */
  readonly query: string;
}

/** More would make a row two lines high where they wrap. */
const MOST_TAGS = 3;

/** The first tags of a dashboard, and how many more there are than have room. */
export function TagLine({ tags, query }: TagLineProps) {
  const first = tags.slice(0, MOST_TAGS);
  const [line, fitting] = useFitting(first);
  return (
    <div className="v-tag-line" title={tags.join(", ")}>
      <div ref={line} className="v-tags">
        {first.map((tag) => (
          <Tag key={tag} name={tag} query={query} />
        ))}
      </div>
      {tags.length > fitting && <span title={tags.slice(fitting).join(", ")}>+{tags.length - fitting}</span>}
    </div>
  );
}
