import { Link } from "react-router";
import "./tag.css";

interface TagProps {
  readonly name: string;
  /** The list with this tag as its filter. */
  readonly to: string;
}

export function Tag({ name, to }: TagProps) {
  return (
    <Link to={to} className="v-tag">
      {name}
    </Link>
  );
}
