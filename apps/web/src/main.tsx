import latinFont from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { StrictMode } from "react";
import { preload } from "react-dom";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { keptLanguage } from "./messages/language.ts";
import { followSystemTheme, printLight } from "./theme/theme.ts";
import { refuseHtmlFromText } from "./trusted-types.ts";
import "./style/layers.css";

const root = document.getElementById("root");
if (root === null) throw new TypeError("index.html has no #root");

document.documentElement.lang = keptLanguage();
refuseHtmlFromText();
preload(latinFont, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
followSystemTheme();
printLight();
createRoot(root).render(
  <StrictMode>
    <App queryClient={createQueryClient()} />
  </StrictMode>,
);
