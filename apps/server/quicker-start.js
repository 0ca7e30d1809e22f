import http from "node:http";

/**
 * Two changes of what is built, for a start alone (docs/decisions/0007-start.md).
 *
 * An `import` of node:http asks for everything it exports, also for WebSocket, with which Node loads the whole of the
 * undici inside it. And the router compiles a function for each piece of a path, unless the piece is long.
 */
export function quickerStart() {
  return {
    name: "quicker-start",
    resolveId: (id, _importer, { kind }) =>
      kind === "import-statement" && HTTP.includes(id) ? HTTP_WITHOUT_GETTERS : null,
    load: (id) => (id === HTTP_WITHOUT_GETTERS ? reexported(http) : null),
    transform: {
      filter: { id: /\/find-my-way\/lib\/node\.js$/ },
      handler: (code) => replaced(code, "const LONG_PREFIX_MIN_LENGTH = 16", "const LONG_PREFIX_MIN_LENGTH = 2"),
    },
  };
}

const HTTP = ["node:http", "http"];
const HTTP_WITHOUT_GETTERS = "\0http-without-getters";

/** What is there without being made when it is first asked for. */
function reexported(builtin) {
  const names = Object.entries(Object.getOwnPropertyDescriptors(builtin)).flatMap(([name, { get }]) =>
    get === undefined ? [name] : [],
  );
  return `const http = process.getBuiltinModule("node:http");
export default http;
export const { ${names.join(", ")} } = http;`;
}

/** @throws Error when another version of the package has another text */
function replaced(code, found, put) {
  if (!code.includes(found)) throw new Error(`The router has no "${found}" any more: look whether it still compiles`);
  return code.replace(found, put);
}
