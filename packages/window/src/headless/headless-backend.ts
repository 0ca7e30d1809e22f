import type { Adoption, Backend, CreateRequest } from "../backend.ts";
import type { BaseWindow } from "../base-window.ts";
import { WindowError } from "../errors.ts";
import { byId, type ModelBackend, openWindow } from "../model/open-window.ts";
import type { WindowPeer } from "../peer.ts";
import { type HeadlessOptions, HeadlessSystem } from "./headless-system.ts";
import { userOf } from "./user.ts";

export function headlessBackend(options: HeadlessOptions): Backend {
  const headless = new HeadlessSystem(options);
  const system = Object.assign(headless, {
    backend: "headless" as const,
    user(window: BaseWindow) {
      const model = byId(headless, window.id);
      if (model === undefined) throw new TypeError("Object has been destroyed");
      return userOf(model);
    },
  });
  return {
    system,
    displays: () => headless.displays(),
    create(request: CreateRequest): WindowPeer {
      const createDriver: ModelBackend["createDriver"] = (window) => headless.createDriver(window);
      return openWindow({ model: headless, createDriver }, request);
    },
    adopt: (): Promise<Adoption> => Promise.reject(new WindowError("ERR_NOT_SUPPORTED")),
    close: () => headless.close(),
  };
}
