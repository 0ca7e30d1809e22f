import { ListLink } from "../frame/list-link.tsx";
import "./tag.css";

/** A tag that the list is filtered by when somebody presses it. */
export function Tag({ name }: { readonly name: string }) {
  return (
    <ListLink changes={{ tag: name }} className="v-tag">
      {name}
    </ListLink>
  );
}
