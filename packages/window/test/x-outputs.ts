import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The server itself, not the wrapper that asks for a console. */
const XORG = "/usr/lib/xorg/Xorg";

/** Two screens side by side, as a graphics card has them; the first of its kind is always plugged in. */
export const OUTPUTS = { left: "DUMMY0", right: "DUMMY1" } as const;

/** What Xvfb does not have: outputs of which each shows a part, with modes that are set and switched off. */
export function startOutputs(width: number, height: number): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), "vedette-xorg-"));
  const config = join(folder, "xorg.conf");
  writeFileSync(config, configOf(width, height));
  const server = spawn(
    XORG,
    ["-displayfd", "3", "-config", config, "-logfile", join(folder, "log"), "-nolisten", "tcp", "-noreset"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  server.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return server;
}

/** The name of the mode in which a screen is half of the whole. */
export function halfMode(width: number, height: number): string {
  return `${width / 2}x${height}`;
}

function configOf(width: number, height: number): string {
  const half = width / 2;
  const clockMhz = ((half + 80) * (height + 30) * 60) / 1e6;
  const line = [half, half + 16, half + 48, half + 80, height, height + 3, height + 13, height + 30].join(" ");
  return `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1-2000
  VertRefresh 1-2000
  Modeline "${halfMode(width, height)}" ${clockMhz.toFixed(2)} ${line}
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual ${width} ${height}
    Modes "${halfMode(width, height)}"
  EndSubSection
EndSection
`;
}
