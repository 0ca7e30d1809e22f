import { useParams } from "react-router";

export function WallPage() {
  return <main>{useParams()["playlist"]}</main>;
}
