import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { openHouse } from "./browser-house.ts";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
it("axe", async () => {
  await using house = await openHouse({ VEDETTE_OAUTH_SERVER_ENABLED: "true", VEDETTE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true" });
  const r = await fetch(`${house.url}/auth/v1/oauth/clients/register`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ client_name: "X", redirect_uris: ["http://127.0.0.1:8888/callback"], token_endpoint_auth_method: "none" }) });
  const id = (await r.json()).client_id as string;
  const url = `${house.url}/auth/v1/oauth/authorize?${new URLSearchParams({ client_id: id, redirect_uri: "http://127.0.0.1:8888/callback", response_type: "code", scope: "openid email", code_challenge: createHash("sha256").update("x").digest("base64url"), code_challenge_method: "S256" })}`;
  const page = await house.adminPage();
  const faults: string[] = [];
  for (const path of [url, "/account/programs", "/access/programs"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(1500);
    await page.evaluate(AXE);
    for (const w of [320, 390, 1440]) { await page.setViewportSize({ width: w, height: 900 }); 
      const o = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth); if (o > 0) faults.push(`${path} scrolls ${o} at ${w}`);
      for (const theme of ["dark", "light"]) {
        const found = await page.evaluate(`document.documentElement.dataset.theme = "${theme}"; new Promise((r) => setTimeout(r, 300)).then(() => axe.run(document, { runOnly: ${JSON.stringify(RULES)} })).then((x) => x.violations.map((v) => v.id + " " + v.nodes.map((n) => n.html).join("|").slice(0, 200)))`) as string[];
        faults.push(...found.map((f) => `${path.slice(-20)} ${w} ${theme} ${f}`));
      }
    }
  }
  expect(faults).toEqual([]);
}, 200_000);
