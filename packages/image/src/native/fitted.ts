import { LIMITS } from "../limits.ts";

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The largest size inside the box that keeps the aspect. Windows looks at the width only. */
export function fitted(picture: Box, box: Box, platform: string = process.platform): Box {
  const byWidth = box.width / picture.width;
  const factor = platform === "win32" ? byWidth : Math.min(byWidth, box.height / picture.height);
  const side = (length: number): number => Math.min(LIMITS.side, Math.max(1, Math.round(length * factor)));
  return { width: side(picture.width), height: side(picture.height) };
}
