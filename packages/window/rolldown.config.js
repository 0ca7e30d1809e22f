import { defineConfig } from "rolldown";

/**
 * As npm gets it: the entry, and what is loaded with the backend that a program uses. A cold start spends longer on fifty
 * files than on what is in them.
 */
export default defineConfig({
  cwd: import.meta.dirname,
  input: "src/index.ts",
  external: /^[^./]/,
  platform: "node",
  output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
});
