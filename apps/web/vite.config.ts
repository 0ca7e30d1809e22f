import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

/** Where `npm run dev` finds the server that answers the API while Vite serves the sources. */
const server = "http://127.0.0.1:8080";

export default defineConfig({
  // Files find each other wherever the server puts them, below a public path too.
  base: "./",
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), precompress()],
  resolve: { conditions: ["vedette-source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // A data: URL in a style sheet would need a wider content security policy than fonts and icons deserve.
    assetsInlineLimit: 0,
    modulePreload: {
      // The names of all files that each page needs would be a tenth of a first visit. Only the first page has them asked
      // for at once; the others ask for a file when they meet it. Styles are never left out.
      resolveDependencies: (file, needed) =>
        file.includes("/sign-in-page-") ? needed : needed.filter((name) => name.endsWith(".css")),
    },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/apis", "/auth", "/prometheus"].map((path) => [path, { target: server }])),
  },
});
