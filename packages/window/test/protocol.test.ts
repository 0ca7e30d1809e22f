import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BaseWindow } from "../src/index.ts";
import { Connection, eventMask } from "../src/x11/connection.ts";
import { onX11, xidOf } from "./setups.ts";

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
