import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** One screen of a wall, as it says itself. */
export interface WallScreen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly state: "starting" | "playing" | "paused" | "failed";
  /** Title; empty when nothing is shown. */
  readonly dashboard: string;
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
  readonly screens: readonly WallScreen[];
}

export type WallCommand = "next" | "previous" | "pause" | "play" | "identify" | "reload";

export const wallsQuery = queryOptions({
  queryKey: ["walls"],
  queryFn: ({ signal }) => request<{ readonly walls: readonly Wall[] }>("/api/walls", { signal }),
  // Walls tell every three seconds what they show.
  refetchInterval: 3_000,
});

/** @param admission - name and playlist are as the wall wishes where they are empty */
export function pairWall(admission: { code: string; name: string; playlist: string }): Promise<{ id: string }> {
  const given = Object.fromEntries(Object.entries(admission).filter(([, value]) => value !== ""));
  return request("/api/walls", { method: "POST", body: given });
}

export function changeWall(id: string, change: { name: string; playlist: string }): Promise<void> {
  return request(`/api/walls/${id}`, { method: "PUT", body: change });
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
