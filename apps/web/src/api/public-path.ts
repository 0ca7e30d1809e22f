/** Empty, or the path under which this server is reached: the server writes it into the page. */
export function publicPath(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=vedette-path]")?.content ?? "";
}
