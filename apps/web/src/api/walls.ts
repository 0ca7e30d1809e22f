import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import type { Like } from "./like.ts";
import { request } from "./request.ts";

/** One screen of a wall, as it says itself. */
export interface WallScreen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly state: "starting" | "playing" | "paused" | "failed";
  /** Title; empty when nothing is shown. */
  readonly dashboard: string;
  /** Of that dashboard; players of before do not tell it. */
  readonly uid?: string;
  /** From 0. */
  readonly index: number;
  readonly length: number;
  /** What is wrong; empty when nothing is. */
  readonly problem: string;
  readonly pictureAt: string | null;
}

/** A machine that shows a playlist by a key of its own. */
export interface Wall {
  readonly id: string;
  readonly name: string;
  readonly playlist: string;
  readonly isOnline: boolean;
  readonly seenAt: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
  /**
   * Whose rights it has: of somebody who is here, whom another issuer knows alone, whose groups there count no longer, or
   * who has left.
   */
  readonly answerer: { readonly login: string; readonly state: "here" | "outside" | "stale" | "gone" };
  readonly display: WallDisplay;
  readonly screens: readonly WallScreen[];
}

/** What a wall shows beside its playlist, until somebody says otherwise. */
export interface WallDisplay {
  /** Empty for none. */
  readonly message: string;
  /** Darker hours by the wall's own clock, `HH:MM` each, and how bright then, in percent. */
  readonly night: { readonly from: string; readonly to: string; readonly brightness: number } | null;
  /** Screens that keep showing one dashboard of the playlist, and which. */
  readonly pins: Readonly<Record<string, string>>;
}

export type WallCommand = "next" | "previous" | "pause" | "play" | "identify" | "reload";

const WALLS_LIKE: Like<{ readonly walls: readonly Wall[] }> = {
  walls: [
    {
      id: "",
      name: "",
      playlist: "",
      answerer: { login: "", state: "here" },
      display: { message: "", pins: {} },
      screens: [{ name: "", width: 0, height: 0, state: "playing", dashboard: "", problem: "" }],
    },
  ],
};

export const wallsQuery = queryOptions({
  queryKey: ["walls"],
  queryFn: ({ signal }) => request<{ readonly walls: readonly Wall[] }>("/api/walls", { signal, like: WALLS_LIKE }),
  // Walls tell every three seconds what they show.
  refetchInterval: 3_000,
});

/** @param admission - name and playlist are as the wall wishes where they are empty */
export function pairWall(admission: { code: string; name: string; playlist: string }): Promise<{ id: string }> {
  const given = Object.fromEntries(Object.entries(admission).filter(([, value]) => value !== ""));
  return request("/api/walls", { method: "POST", body: given, like: { id: "" } });
}

/** Saves over the wall that was seen. @throws ApiError `wall_overtaken` when somebody saved in between */
export function changeWall({ id, name, playlist }: Wall, change: { name: string; playlist: string }): Promise<void> {
  return request(`/api/walls/${id}`, { method: "PUT", body: { ...change, seen: { name, playlist } } });
}

/** Saves over what the wall showed as it was seen. @throws ApiError `wall_overtaken` when somebody saved in between */
export function changeDisplay({ id, display: seen }: Wall, display: WallDisplay): Promise<void> {
  return request(`/api/walls/${id}/display`, { method: "PUT", body: { ...display, seen } });
}

/** Whether somebody saved between loading and saving. */
export function isWallOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "wall_overtaken";
}

export function removeWall(id: string): Promise<void> {
  return request(`/api/walls/${id}`, { method: "DELETE" });
}

/** @param screen - its name, empty for all of the wall */
export function commandWall(id: string, command: WallCommand, screen: string): Promise<void> {
  return request(`/api/walls/${id}/commands`, { method: "POST", body: { command, screen } });
}

/** The address of a screen's picture; another one for every picture, so that it is not taken from the cache. */
export function pictureOf(wall: Wall, screen: WallScreen): string | undefined {
  if (screen.pictureAt === null) return undefined;
  const at = new Date(screen.pictureAt).getTime();
  return `/api/walls/${wall.id}/screens/${encodeURIComponent(screen.name)}/picture?at=${at}`;
}
