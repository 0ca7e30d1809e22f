import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { followSystemTheme } from "./theme/theme.ts";
import "./style/layers.css";

const root = document.getElementById("root");
if (root === null) throw new TypeError("index.html has no #root");

followSystemTheme();
createRoot(root).render(
  <StrictMode>
    <App queryClient={createQueryClient()} />
  </StrictMode>,
);
