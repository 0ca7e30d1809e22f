import { ListLink } from "../frame/list-link.tsx";
import { MarkedText } from "./marked-text.tsx";
import "./tag.css";

interface TagProps {
  readonly name: string;
  /** What was searched. */
  readonly query: string;
}

/** A tag that the list is filtered by when somebody presses it. */
export function Tag({ name, query }: TagProps) {
  return (
    <ListLink changes={{ tag: name }} className="v-tag" title={name}>
      <MarkedText text={name} query={query} />
    </ListLink>
  );
}
