import { describe, expect, it } from "vitest";
import { brightnessAt, PLAIN, readWallDisplay } from "./wall-display.ts";

describe("what a wall shows beside its playlist", () => {
  it("is read for the screen that asks", () => {
    const night = { from: "22:00", to: "06:00", brightness: 20 };
    const display = { message: "Deploy at noon", night, pins: { left: "node-exporter" } };

    expect(readWallDisplay({ display, screen: "left" })).toEqual({
      message: "Deploy at noon",
      night,
      pinned: "node-exporter",
    });
    expect(readWallDisplay({ display, screen: "right" }).pinned).toBeUndefined();
  });

  it.each([undefined, null, "text", {}, { display: 1 }, { display: { message: 1, night: { from: 1 }, pins: [] } }])(
    "%j says nothing",
    (detail) => expect(readWallDisplay(detail)).toEqual(PLAIN),
  );

  it.each([
    ["21:59", 1],
    ["22:00", 0.2],
    ["00:00", 0.2],
    ["05:59", 0.2],
    ["06:00", 1],
  ])("is dark over midnight: at %s %d", (time, brightness) => {
    expect(brightnessAt({ night: { from: "22:00", to: "06:00", brightness: 20 } }, time)).toBe(brightness);
  });

  it.each([
    ["08:59", 1],
    ["09:00", 0],
    ["16:59", 0],
    ["17:00", 1],
  ])("is dark within a day: at %s %d", (time, brightness) => {
    expect(brightnessAt({ night: { from: "09:00", to: "17:00", brightness: 0 } }, time)).toBe(brightness);
  });

  it("is bright all day without hours, and with hours of no length", () => {
    expect(brightnessAt(PLAIN, "00:00")).toBe(1);
    expect(brightnessAt({ night: { from: "09:00", to: "09:00", brightness: 5 } }, "09:00")).toBe(1);
  });
});
