import type { CreateRequest } from "../backend.ts";
import { resolveOptions } from "../options.ts";
import { modelPeer, type WindowPeer } from "../peer.ts";
import type { Driver, ModelSystem, ModelWindow } from "./model.ts";
import { newWindow } from "./new-window.ts";
import { bringUp } from "./visibility.ts";

/** Windows of the model with the drivers of one backend. */
export interface ModelBackend {
  readonly model: ModelSystem;
  createDriver(window: ModelWindow): Driver;
}

export function openWindow(backend: ModelBackend, { id, options, emit }: CreateRequest): WindowPeer {
  const resolved = resolveOptions(options);
  const window = newWindow({
    id,
    system: backend.model,
    options: resolved,
    parent: resolved.parent === null ? undefined : byId(backend.model, resolved.parent.id),
    emit,
    createDriver: (model) => backend.createDriver(model),
  });
  const peer = modelPeer(window, (other) => byId(backend.model, other));
  if (resolved.show) bringUp(window, true);
  return peer;
}

export function byId(model: ModelSystem, id: number): ModelWindow | undefined {
  for (const window of model.windows) if (window.id === id) return window;
  return undefined;
}
