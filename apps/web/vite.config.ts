import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { chunksByPage } from "./chunks-by-page.ts";
import { precompress } from "./precompress.ts";

/** Where `npm run dev` finds the server that answers the API while Vite serves the sources. */
const server = "http://127.0.0.1:8080";

const config = {
  // Files find each other wherever the server puts them, below a public path too.
  base: "./",
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  resolve: { conditions: ["vedette-source", "module", "browser", "development|production"] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The first browsers that know :dir(). For older ones a list of languages would take its place, which does not look at
    // the attribute, and arrows would point the wrong way.
    cssTarget: ["chrome120", "firefox121", "safari16.4", "ios16.4"],
    // A data: URL in a style sheet would need a wider content security policy than fonts and icons deserve.
    assetsInlineLimit: 0,
    // A dashboard draws with ECharts: one file of 700 kB, 230 of them on the way.
    chunkSizeWarningLimit: 800,
  },
  server: {
    proxy: Object.fromEntries(["/api", "/apis", "/auth", "/prometheus"].map((path) => [path, { target: server }])),
  },
} satisfies UserConfig;

export default defineConfig(async ({ command }) => {
  if (command !== "build") return config;
  const rolldownOptions = { output: { codeSplitting: await chunksByPage(config) } };
  return { ...config, plugins: [...config.plugins, precompress()], build: { ...config.build, rolldownOptions } };
});
