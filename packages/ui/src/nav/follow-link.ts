/**
 * Goes where a link would lead that somebody pressed: what listens for presses of links, as routers do, is told of this
 * one too.
 *
 * @param place - in which the link is for that moment
 */
export function followLink(href: string, place: ParentNode): void {
  const link = document.createElement("a");
  link.href = href;
  link.hidden = true;
  place.append(link);
  link.click();
  link.remove();
}
