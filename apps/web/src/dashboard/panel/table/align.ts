import type { DisplayField } from "../../model/frame/frame.ts";
import { oneOf } from "../../model/json.ts";

/** Numbers to the right, so that digits of one weight stand below each other. */
export function alignOf({ type, settings }: DisplayField): "left" | "center" | "right" {
  const usual = type === "number" || type === "trend" ? "right" : "left";
  return oneOf(settings.custom?.["align"], ["left", "center", "right"], usual);
}
