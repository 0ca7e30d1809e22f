import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../call.ts";
import { type BrowserHouse, DASHBOARDS, openHouse, post } from "./browser-house.ts";

const run = promisify(execFile);

let house: BrowserHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(house.problems).toEqual([]);
  await house[Symbol.asyncDispose]();
});

describe("an administrator", { timeout: 120_000 }, () => {
  it("makes a team with an external group and a role of its own", async () => {
    const page = await house.adminPage();
    await page.goto("/people/roles");
    await page.getByRole("button", { name: "New role" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Readers");
    const lines = page.getByRole("textbox", { name: "Permissions" });
    await lines.fill("dashboards:read folders:uid:ops\nplaylist:read");
    await page.getByRole("dialog").getByRole("button", { name: "New role" }).click();
    await page.getByText("There is no permission “playlist:read”.").waitFor();
    await expect.poll(() => lines.evaluate((it) => it === document.activeElement), { timeout: 25_000 }).toBe(true);
    await lines.fill("dashboards:read folders:uid:ops");
    await page.getByText("All permissions, to choose from").click();
    await page.getByText("playlists:read", { exact: true }).click();
    expect(await lines.inputValue()).toBe("dashboards:read folders:uid:ops\nplaylists:read");
    await page.getByRole("dialog").getByRole("button", { name: "New role" }).click();
    await page.getByRole("rowheader", { name: "Readers" }).waitFor();

    const [role] = await (await page.request.get("/api/access-control/roles")).json();
    await page.getByRole("button", { name: "Actions for Readers" }).click();
    await page.getByRole("menuitem", { name: "Change" }).click();
    await page.getByRole("textbox", { name: "Permissions" }).fill("playlists:read");
    const changed = { data: { ...role, description: "Of the night" }, headers: { "sec-fetch-site": "same-origin" } };
    await page.request.put(`/api/access-control/roles/${role.uid}`, changed);
    await page.getByRole("button", { name: "Save role" }).click();
    await page.getByText("Saved by now: dashboards:read folders:uid:ops; playlists:read").waitFor();
    await page.getByRole("button", { name: "Save role" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const both = { description: "Of the night", permissions: [{ action: "playlists:read", scope: "*" }] };
    expect(await (await page.request.get(`/api/access-control/roles/${role.uid}`)).json()).toMatchObject(both);

    await page.getByRole("link", { name: "Teams" }).click();
    await page.getByRole("button", { name: "New team" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Night watch");
    await page.getByRole("dialog").getByRole("button", { name: "New team" }).click();
    await page.getByRole("heading", { name: "Night watch" }).waitFor();
    await page.getByRole("button", { name: "Add a group" }).click();
    await page.getByRole("textbox", { name: "Group" }).fill("cn=ops,dc=example");
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Remove cn=ops,dc=example" }).waitFor();
    // The only role that there is needs no choice.
    await page.getByRole("button", { name: "Give a role" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Give a role" }).click();
    await page.getByRole("button", { name: "Take the role Readers" }).waitFor();
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Remove ada@example.com" }).click();
    await page.getByRole("dialog", { name: "Remove ada@example.com from the team?" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Nobody is in this team.").waitFor();

    await page.getByRole("button", { name: "Name and e-mail" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Day watch");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Day watch" }).waitFor();

    const team = page.url().replace(/.*\/people/, "/api");
    const { version } = JSON.parse(JSON.stringify(await (await page.request.get(team)).json()));
    await page.getByRole("button", { name: "Name and e-mail" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Day crew");
    const theirs = { name: "Day shift", email: "day@example.com", version };
    await page.request.put(team, { data: theirs, headers: { "sec-fetch-site": "same-origin" } });
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByText("Saved by now: Day shift").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Day crew" }).waitFor();
    expect(await (await page.request.get(team)).json()).toMatchObject({ name: "Day crew", email: "day@example.com" });

    await post(page, "/api/teams", { name: "Late watch" });
    await page.getByRole("button", { name: "Name and e-mail" }).click();
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
    await field.fill("Late watch");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByText("This name is taken. Choose another one.").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field.evaluate((it) => it === document.activeElement), { timeout: 25_000 }).toBe(true);
  });

  it("looks for a group of a team, hears at the field that one is there, and is asked before it goes", async () => {
    const page = await house.adminPage();
    const { teamId } = JSON.parse(JSON.stringify(await post(page, "/api/teams", { name: "Many groups" })));
    for (let at = 0; at < 30; at += 1) await post(page, `/api/teams/${teamId}/groups`, { groupId: `acme/crew-${at}` });
    const groups = page.getByRole("list", { name: "External groups" }).getByRole("listitem");
    const dialog = page.getByRole("dialog");

    // A page that is no longer there leads to the last one.
    await page.goto(`/people/teams/${teamId}?page=9`);
    await page.waitForURL(/\?page=2$/);
    await expect.poll(() => groups.count(), { timeout: 25_000 }).toBe(5);
    await page.goto(`/people/teams/${teamId}`);
    await expect.poll(() => groups.count(), { timeout: 5000 }).toBe(25);
    await page.getByRole("searchbox", { name: "Search groups" }).fill("crew-29");
    await page.waitForURL(/q=crew-29/);
    await expect.poll(() => groups.allTextContents()).toEqual(["acme/crew-29Remove"]);
    await page.getByRole("button", { name: "Add a group" }).click();
    await dialog.getByRole("textbox", { name: "Group" }).fill("acme/crew-29");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect
      .poll(() => dialog.getByRole("textbox", { name: "Group" }).getAttribute("aria-invalid"), { timeout: 5000 })
      .toBe("true");
    await dialog.getByText("Group is already added to this team").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Remove acme/crew-29" }).click();
    await dialog.getByText("Whom this group alone brings is no longer in the team, at once.").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();

    await page.getByText("Nothing matches").waitFor();
    const left = await (await page.request.get(`/api/teams/${teamId}/groups`)).json();
    expect(left).toHaveLength(29);
  });

  it("makes a service account, and its token opens the API once it is copied", async () => {
    const page = await house.adminPage();
    await page.goto("/people/service-accounts");
    await page.getByRole("button", { name: "New service account" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Deploy");
    await page.getByRole("dialog").getByRole("button", { name: "New service account" }).click();
    await page.getByRole("heading", { name: "Deploy" }).waitFor();
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("ci");
    await page.getByRole("dialog").getByRole("button", { name: "New token" }).click();

    const token = await page.getByRole("textbox", { name: "Token" }).inputValue();
    const answer = await fetch(house.url + DASHBOARDS, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    const command = await page.getByRole("textbox", { name: "Try it" }).inputValue();
    const { stdout } = await run("bash", ["-c", `${command} -s`]);
    expect(JSON.parse(stdout)).toMatchObject({ login: "sa-deploy" });
    await page.getByRole("button", { name: "Done" }).click();
    await page.goto("/settings/tokens");
    await page.getByRole("row", { name: /ci.*Deploy.*Works.*ends.*last used.*from 127\.0\.0\.1/ }).waitFor();
    await page.getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^\d+ permissions$/).click();
    await dialog.getByText("See dashboards, their pictures and their history.").waitFor();
    await dialog.getByText("dashboards:read", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Deploy" }).click();
    await page.getByRole("button", { name: "Revoke ci" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke ci" }).waitFor({ state: "detached" });
    expect(await page.textContent("body")).not.toContain(token);
  });

  it("makes a token for a part of what its account may, and revokes it from its sheet on a phone", async () => {
    const page = await house.adminPage();
    await post(page, "/api/folders", { uid: "quay", title: "Quay" });
    await post(page, "/api/dashboards/db", { dashboard: { uid: "crane", title: "Crane" }, folderUid: "quay" });
    await post(page, "/api/dashboards/db", { dashboard: { uid: "office", title: "Office" } });
    await post(page, "/api/serviceaccounts", { name: "Reader", role: "Admin" });
    await page.goto("/people/service-accounts");
    await page.getByRole("link", { name: "Reader" }).click();
    await page.getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("cranes");
    await dialog.getByRole("radio", { name: /^A part of that/ }).press("Space");
    const submit = dialog.getByRole("button", { name: "New token" });
    await expect.poll(() => submit.isDisabled(), { timeout: 5000 }).toBe(true);
    await dialog.getByRole("checkbox", { name: /^See dashboards, their pictures/ }).press("Space");
    await dialog.getByRole("button", { name: /Dashboards and folders in/ }).click();
    await page.getByRole("option", { name: "Quay" }).click();
    await dialog.getByText("dashboards:read folders:uid:quay", { exact: true }).waitFor();
    await submit.click();

    const token = await dialog.getByRole("textbox", { name: "Token" }).inputValue();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const statusOf = async (path: string, method = "GET") =>
      (await fetch(house.url + path, { headers, method, ...(method === "PUT" && { body: "{}" }) })).status;
    expect(await statusOf(`${DASHBOARDS}/crane`)).toBe(200);
    expect(await statusOf(`${DASHBOARDS}/office`)).toBe(403);
    expect(await statusOf(`${DASHBOARDS}/crane`, "PUT")).toBe(403);
    expect(await statusOf("/api/users")).toBe(403);

    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("1 permission", { exact: true }).click();
    await page.getByText("Only: the folder quay.").waitFor();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/settings/tokens");
    // Of several accounts none has a token before somebody chooses it.
    await post(page, "/api/serviceaccounts", { name: "Bystander", role: "Admin" });
    await page.getByRole("button", { name: "New token" }).click();
    await dialog.getByRole("button", { name: /^Choose a service account/ }).waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("row").filter({ hasText: "cranes" }).click();
    await dialog.getByText("1 permission", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Revoke cranes" }).click();
    await dialog.last().getByRole("button", { name: "Revoke", exact: true }).click();
    await dialog.first().waitFor({ state: "detached" });
    expect(await statusOf(`${DASHBOARDS}/crane`)).toBe(401);
  });

  it("puts dashboards into folders, gives others a right there, and finds what was deleted", async () => {
    const page = await house.adminPage();
    await page.goto("/dashboards");
    await page.getByRole("button", { name: "New folder" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Operations");
    await page.getByRole("dialog").getByRole("button", { name: "New folder" }).click();
    await page.getByRole("link", { name: "Operations" }).click();
    await page.getByRole("heading", { name: "Operations" }).waitFor();
    const folderUid = new URL(page.url()).pathname.split("/")[3];
    // What is made from its page lies in it, and so does the copy of that.
    await page.getByRole("banner").getByRole("link", { name: "New", exact: true }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Pumps");
    await page.getByRole("button", { name: "Create dashboard" }).click();
    await page.getByRole("heading", { name: "Pumps", level: 1 }).waitFor();
    await page.goto(`/dashboards/f/${folderUid}`);
    await page.getByRole("button", { name: "Actions for Pumps" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).click();
    await page.waitForURL("**/d/**");
    await page.goto(`/dashboards/f/${folderUid}`);
    await page.getByRole("rowheader").nth(1).waitFor();
    const save = (title: string, version?: number) =>
      post(page, "/api/dashboards/db", { dashboard: { uid: "cpu", title, version }, folderUid });
    await save("CPU");
    await save("CPU load", 1);

    await page.reload();
    await page.getByRole("link", { name: "CPU load" }).waitFor();
    await page.getByRole("button", { name: "Actions for Operations" }).click();
    await page.getByRole("menuitem", { name: "Permissions" }).click();
    await page.getByRole("dialog").getByText("Nobody was given anything here.").waitFor();
    // Nobody is given anything by a press alone.
    expect(await page.getByRole("dialog").getByRole("button", { name: "Give" }).isDisabled()).toBe(true);
    await giveToRole(page, "Viewer");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Mark CPU load with a star" }).click();
    await page.getByRole("button", { name: "Take the star from CPU load" }).waitFor();

    await page.goto("/dashboards/versions/cpu?compare=1");
    await page.getByRole("cell", { name: '"CPU load"' }).waitFor();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    await page.getByRole("rowheader", { name: "Version 3" }).waitFor();

    await page.goto("/dashboards/versions/cpu?compare=1");
    await page.getByText("The two documents say the same.").waitFor();
    await page.getByRole("button", { name: /^Now|Now$/ }).click();
    await page.getByRole("option", { name: "Version 2" }).click();
    await page.getByRole("region", { name: "Differences to version 2" }).getByText('"CPU load"').waitFor();

    await page.goto(`/dashboards/f/${folderUid}`);
    await page.getByRole("button", { name: "Actions for Operations" }).click();
    await page.getByRole("menuitem", { name: "Delete folder" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete folder" }).click();
    await page.getByRole("heading", { name: "Dashboards" }).waitFor();
    await page.getByRole("link", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Restore CPU" }).click();
    await page.getByRole("status").filter({ hasText: "is back" }).waitFor();
    await page.goto("/d/cpu");
    await page.getByRole("heading", { name: "CPU" }).waitFor();
  });

  it("shows the first of many folders where there is no room for a tree, and all when asked", async () => {
    const page = await house.adminPage({ viewport: { width: 390, height: 800 } });
    for (let at = 0; at < 14; at++) await post(page, "/api/folders", { uid: `berth-${at}`, title: `Berth ${at}` });
    await page.goto("/dashboards");
    const folders = page.getByRole("list", { name: "Folders" }).getByRole("link");
    await page.getByRole("button", { name: /^\d+ more folders$/ }).waitFor();
    expect(await folders.count()).toBe(8);
    await page.getByRole("button", { name: /^\d+ more folders$/ }).click();
    await page.getByRole("button", { name: /^\d+ more folders$/ }).waitFor({ state: "detached" });

    expect(await folders.count()).toBeGreaterThanOrEqual(14);
  });

  it("leads through folders in folders by the arrows of a tree", async () => {
    const page = await house.adminPage();
    await post(page, "/api/folders", { uid: "harbour", title: "Harbour" });
    await post(page, "/api/folders", { uid: "basin", title: "Basin", parentUid: "harbour" });
    await page.goto("/dashboards");
    const inHand = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

    await page.getByRole("treeitem", { name: "Harbour", expanded: false }).waitFor();
    await page.getByRole("treeitem", { name: "All dashboards" }).focus();
    await page.keyboard.press("End");
    while ((await inHand()) !== "Harbour") await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("treeitem", { name: "Harbour", expanded: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await inHand()).toBe("Basin");
    await page.keyboard.press("Enter");

    await page.waitForURL("**/dashboards/f/basin");
    await page.getByRole("treeitem", { name: "Basin", selected: true }).waitFor();
    await page.getByRole("treeitem", { name: "Harbour", expanded: true }).waitFor();

    await page.goto("/dashboards/f/harbour");
    await page.getByRole("treeitem", { name: "Basin" }).waitFor();
    await page.getByRole("treeitem", { name: "Harbour", selected: true }).focus();
    await page.keyboard.type("bas");
    expect(await inHand()).toBe("Basin");
    await page.keyboard.type(" ");
    await page.keyboard.press("Home");
    await page.keyboard.press("H");
    expect(await inHand()).toBe("Harbour");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("treeitem", { name: "Harbour", expanded: false }).waitFor();
  });

  it("offers editing to those who may save, and where no other program keeps the dashboard", async () => {
    const admin = await house.adminPage();
    const person = { email: "grace@example.com", password: "correct horse battery", email_confirm: true };
    const { secret_key } = house.vedette.keys;
    const made = await call<{ id: string }>(`${house.url}/auth/v1/admin/users`, { bearer: secret_key, body: person });
    await post(admin, "/api/folders", { uid: "shared", title: "Shared" });
    const annotations = { "vedette.app/folder": "shared" };
    const dashboard = (name: string, more: object = {}) =>
      post(admin, DASHBOARDS, {
        metadata: { name, annotations: { ...annotations, ...more } },
        spec: { title: `Dashboard ${name}` },
      });
    await dashboard("looked-at");
    await dashboard("kept-elsewhere", { "vedette.app/managedBy": "terraform" });
    const page = await house.newPage();
    await post(page, "/api/login", { email: person.email, password: person.password });
    const menuOf = async (name: string) => {
      await page.goto(`/d/${name}`);
      await page.getByRole("toolbar", { name: "Dashboard" }).getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Versions" }).waitFor();
      return await page.getByRole("menuitem").allTextContents();
    };

    expect(await menuOf("looked-at")).toEqual(["Versions", "Share", "Print…", "JSON"]);
    await page.goto("/d/looked-at/settings");
    await page.getByText("Editor").waitFor();
    await post(admin, `/api/access-control/folders/shared/users/${made.body.id}`, { permission: "Edit" });

    expect(await menuOf("looked-at")).toEqual([
      "Add a panel",
      "Edit",
      "Settings",
      "Versions",
      "Share",
      "Print…",
      "JSON",
    ]);
    await page.goto("/d/looked-at/history");
    await page.getByRole("cell", { name: "ada@example.com" }).waitFor();
    expect(await menuOf("kept-elsewhere")).toEqual([
      expect.stringContaining("Another program"),
      "Versions",
      "Share",
      "Print…",
      "JSON",
    ]);
    for (const act of ["Rename", "Move", "Delete"]) {
      await page.goto("/dashboards/f/shared");
      await page.getByRole("button", { name: "Actions for Dashboard kept-elsewhere" }).click();
      await page.getByRole("menuitem", { name: act }).click();
      const dialog = page.getByRole("dialog", { name: "“Dashboard kept-elsewhere” cannot be changed here" });
      await dialog.getByText("Another program keeps this dashboard").waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
    }

    // Whoever answers for a folder gives others what is in it, without being an administrator of the whole place.
    await page.getByRole("button", { name: "Actions for Shared" }).click();
    expect(await page.getByRole("menuitem").allTextContents()).not.toContain("Permissions");
    await post(admin, `/api/access-control/folders/shared/users/${made.body.id}`, { permission: "Admin" });
    await page.reload();
    await page.getByRole("button", { name: "Actions for Shared" }).click();
    await page.getByRole("menuitem", { name: "Permissions" }).click();
    // However many people there are, each is found by a part of the name.
    const giving = page.getByRole("dialog");
    const headers = { authorization: `Bearer ${house.vedette.keys.secret_key}` };
    for (let at = 1; at <= 20; at++) {
      const data = { email: `crowd-${at}@example.com`, email_confirm: true };
      expect((await page.request.post("/auth/v1/admin/users", { headers, data })).ok()).toBe(true);
    }
    const search = giving.getByRole("textbox", { name: "Search people and teams" });
    await search.fill("nobody of this name");
    await giving.getByText("Nobody and no team matches “nobody of this name”.").waitFor();
    expect(await giving.getByRole("button", { name: "Give" }).isDisabled()).toBe(true);
    await search.fill("ada@");
    await giving.getByRole("button", { name: /^ada@example.com To whom/ }).waitFor();
    await giving.getByRole("button", { name: "Give" }).click();
    await page.getByRole("button", { name: "Take from ada@example.com" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Actions for Dashboard looked-at" }).click();
    await page.getByRole("menuitem", { name: "Permissions" }).click();
    await page.getByRole("dialog").getByText("from a folder above").first().waitFor();
    await giveToRole(page, "None");
  });
});

/** In the dialog of somebody's rights. */
async function giveToRole(page: Page, role: string): Promise<void> {
  await page.getByRole("button", { name: /^Choose a role, a team or a person/ }).click();
  await page.getByRole("option", { name: `Everybody with the role ${role}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give" }).click();
  await page.getByRole("button", { name: `Take from Everybody with the role ${role}` }).waitFor();
}
