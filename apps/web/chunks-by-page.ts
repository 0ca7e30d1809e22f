import { build, type InlineConfig, type Rolldown } from "vite";

/** The modules that an address leads to one after the other, the first being the document itself. */
const SIGNED_IN = ["/index.html", "/src/signed-in-pages.tsx"];

/**
 * Pages that people open most, and those that share a little with one of them, by what a first visit loads of each. A
 * page that is not listed works alike; its first visit may load more: a file that it needs a line of, whole.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "sign-in": ["/index.html", "/src/sign-in/sign-in-page.tsx"],
  home: [...SIGNED_IN, "/src/home/home-page.tsx"],
  dashboards: [
    ...SIGNED_IN,
    "/src/dashboards/dashboard-list-page.tsx",
    "/src/dashboards/dashboard-cards.tsx",
    "/src/dashboards/folder-tree.tsx",
  ],
  import: [...SIGNED_IN, "/src/dashboards/import-page.tsx"],
  dashboard: [...SIGNED_IN, "/src/dashboard/dashboard-page.tsx"],
  explore: [...SIGNED_IN, "/src/explore/explore-page.tsx"],
  playlist: [...SIGNED_IN, "/src/playlists/playlist-page.tsx"],
  people: [...SIGNED_IN, "/src/people/users-page.tsx"],
  walls: [...SIGNED_IN, "/src/walls/walls-page.tsx"],
  workers: [...SIGNED_IN, "/src/workers/workers-page.tsx"],
};

/**
 * Puts what the same pages load into one file: a file for each set of modules that the same dynamic imports share, as
 * bundlers make them, is a hundred files of half a kilobyte for a page. Which page loads what is known only of a build
 * without unused exports, so one is made for it, into memory.
 *
 * @param config - of the build that is to be split
 */
export async function chunksByPage(config: InlineConfig): Promise<Rolldown.CodeSplittingOptions> {
  const pagesOfModule = await findPages(config);
  return {
    // What a module needs is loaded by all pages of that module, so it is in the same file or in one of more pages.
    includeDependenciesRecursively: false,
    groups: [{ debugName: "pages", name: (id) => pagesOfModule.get(id) ?? null }],
  };
}

/** The pages that load a module, as one name; none for modules that are loaded by other pages only. */
async function findPages(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const chunks = await chunksOf(config);
  const pagesOfChunk = new Map<Rolldown.OutputChunk, string[]>();
  for (const [page, modules] of Object.entries(PAGES)) {
    for (const chunk of loadedBy(modules, chunks)) pagesOfChunk.set(chunk, [...(pagesOfChunk.get(chunk) ?? []), page]);
  }
  const pagesOfModule = new Map<string, string>();
  for (const [chunk, pages] of pagesOfChunk) {
    if (chunk.facadeModuleId !== null) continue;
    for (const id of chunk.moduleIds) pagesOfModule.set(id, pages.join("-"));
  }
  return pagesOfModule;
}

async function chunksOf(config: InlineConfig): Promise<readonly Rolldown.OutputChunk[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: "error",
    build: { ...config.build, write: false, minify: false },
  });
  if (!("output" in built)) throw new TypeError("A build of one document has one output");
  return built.output.filter((file) => file.type === "chunk");
}

function loadedBy(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<Rolldown.OutputChunk>();
  const load = (chunk: Rolldown.OutputChunk) => {
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) load(imported);
    }
  };
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (chunk === undefined) throw new TypeError(`${module} is loaded by no import of its own any more`);
    load(chunk);
  }
  return loaded;
}
