import { withNext } from "../session/next-path.ts";
import { publicPath } from "./public-path.ts";

/** The page to which a mail's link leads. @param next - the path to go on to from there */
export function landingPage(path: "/confirm" | "/reset", next: string): string {
  return `${location.origin}${publicPath()}${withNext(path, next)}`;
}
