import { readLinkTarget } from "@vedette/client/link-target";
import DOMPurify from "dompurify";
import { marked } from "marked";

const TAGS =
  "a abbr b blockquote br caption center code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var";
const ATTRIBUTES = "align alt colspan href open reversed rowspan scope src start title valign width height";

/** Images in the text itself. */
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;
/** No scheme, or one of these; `readLinkTarget` decides about the rest of a URL. */
const SCHEMES = /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/**
 * Makes elements of what somebody wrote into a text panel. Everything that could run, fetch from elsewhere, or
 * change the page around it is taken out; links open apart from the dashboard.
 */
export function markupOf(content: string, mode: "markdown" | "html"): DocumentFragment {
  const html = mode === "html" ? content : marked.parse(content, { async: false, gfm: true });
  const fragment = DOMPurify.sanitize(withoutHandlers(html), {
    ALLOWED_TAGS: TAGS.split(" "),
    ALLOWED_ATTR: ATTRIBUTES.split(" "),
    ALLOWED_URI_REGEXP: SCHEMES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll("a")) openApart(link);
  for (const image of fragment.querySelectorAll("img")) keepHere(image);
  return fragment;
}

/** The sanitiser takes handlers out too, but reading them already makes the browser report them as refused. */
function withoutHandlers(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/[\s/"']on[a-z]+\s*=/gi, " title="));
}

function openApart(link: HTMLAnchorElement): void {
  const target = readLinkTarget(link.getAttribute("href") ?? "");
  if (target === undefined) link.removeAttribute("href");
  else link.setAttribute("href", target.href);
  link.rel = "noopener noreferrer";
  if (target?.kind === "web") link.target = "_blank";
}

/** A picture from another host would tell it who looks at the dashboard: its text stands in its place. */
function keepHere(image: HTMLImageElement): void {
  const source = image.getAttribute("src") ?? "";
  if (!INLINE_IMAGE.test(source) && readLinkTarget(source)?.kind !== "local") image.replaceWith(image.alt);
  image.loading = "lazy";
}
