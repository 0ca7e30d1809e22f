import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BaseWindow, type BaseWindowOptions } from "../src/index.ts";
import { Connection, eventMask } from "../src/x11/connection.ts";
import { onX11, xidOf } from "./setups.ts";

describe("what a window tells window managers of itself [contract 11.1]", () => {
  const setup = onX11("none");
  beforeAll(() => setup.start(), 60_000);
  afterAll(() => setup.stop());

  it.each<[BaseWindowOptions, string, RegExp]>([
    [{}, "WM_PROTOCOLS", /WM_DELETE_WINDOW, _NET_WM_PING/],
    [{}, "_NET_WM_PID", new RegExp(`= ${process.pid}$`)],
    [{}, "WM_CLIENT_MACHINE", new RegExp(`"${hostname()}"`)],
    [{}, "WM_CLASS", /"vedette", "Vedette"/],
    [{}, "_NET_WM_WINDOW_TYPE", /_NORMAL$/],
    [{ type: "dock" }, "_NET_WM_WINDOW_TYPE", /_DOCK$/],
    [{ type: "desktop" }, "_NET_WM_WINDOW_TYPE", /_DESKTOP$/],
    [{ type: "toolbar" }, "_NET_WM_WINDOW_TYPE", /_TOOLBAR$/],
    [{ type: "splash" }, "_NET_WM_WINDOW_TYPE", /_SPLASH$/],
    [{ type: "notification" }, "_NET_WM_WINDOW_TYPE", /_NOTIFICATION$/],
    [{}, "_MOTIF_WM_HINTS", /not found/],
    [{ frame: false }, "_MOTIF_WM_HINTS", /= 0x2, 0x0, 0x0, 0x0, 0x0/],
    [{}, "WM_NORMAL_HINTS", /user specified location(.|\n)*gravity: NorthWest/],
    [{ minWidth: 300, minHeight: 200 }, "WM_NORMAL_HINTS", /minimum size: 300 by 200/],
    [{ maxWidth: 900, maxHeight: 700 }, "WM_NORMAL_HINTS", /maximum size: 900 by 700/],
    [{}, "WM_HINTS", /accepts input or input focus: True(.|\n)*Normal State/],
    [{ focusable: false }, "WM_HINTS", /input focus: False/],
  ])("%j: %s", async (options, property, value) => {
    const window = new BaseWindow(options);
    await window.settled();

    expect(setup.outside?.property(window, property)).toMatch(value);
    window.destroy();
  });

  it("the aspect ratio is that of the content, exact to four digits", async () => {
    const window = new BaseWindow();
    window.setAspectRatio(16 / 9);
    await window.settled();
    expect(setup.outside?.property(window, "WM_NORMAL_HINTS")).toMatch(/aspect ratio: 17778\/10000/);

    window.setAspectRatio(0);
    await window.settled();
    expect(setup.outside?.property(window, "WM_NORMAL_HINTS")).not.toContain("aspect");
  });
});

describe("what window managers ask a window", () => {
  const setup = onX11("none");
  let manager: Connection;
  beforeAll(async () => {
    await setup.start();
    manager = await Connection.open(setup.screen?.display ?? "", () => {});
  }, 60_000);
  afterAll(async () => {
    manager.close();
    await setup.stop();
  });

  it("are you there? is answered to the root with the same words [EWMH, _NET_WM_PING]", async () => {
    const { atoms, client, root } = manager;
    const window = new BaseWindow();
    await window.settled();
    manager.send((x) => x.ChangeWindowAttributes(root, { eventMask: eventMask("SubstructureNotify") }));
    const answer = Promise.withResolvers<readonly number[]>();
    manager.listen(root, ({ name, message_type, data }) => {
      if (name === "ClientMessage" && message_type === atoms.WM_PROTOCOLS) answer.resolve(data);
    });
    const question = [atoms._NET_WM_PING, 12_345, xidOf(window), 0, 0];
    client.SendClientMessage(xidOf(window), xidOf(window), atoms.WM_PROTOCOLS, 32, question, 0);

    expect(await answer.promise).toEqual(question);
  });
});
