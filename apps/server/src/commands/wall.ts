import { join } from "node:path";
import { databaseSettings } from "@vedette/database";
import { httpSettings } from "@vedette/http";
import { playWall, readScreenChoice, WallError } from "@vedette/wall";
import { outliveReaders, say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import { publicUrlOf } from "../public-url.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine } from "./command-line.ts";

/** `vedette wall <playlist>`: keeps a playlist on the screens of this machine until it is stopped. */
export async function wall(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("wall", args, {
    server: { type: "string" },
    screen: { type: "string" },
  });
  const [playlist] = positionals;
  if (playlist === undefined || positionals.length > 1) {
    throw new CommandError("wall needs one playlist: vedette wall <playlist>");
  }
  outliveReaders();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  try {
    await playWall({
      playlist,
      server: readServer(values.server),
      screens: readScreenChoice(values.screen ?? "all"),
      folder: join(readSettings(process.env).of(databaseSettings)["database.data_dir"], "wall"),
      path: process.env["PATH"] ?? "",
      tell: (line) => say.out(line),
      signal: stop.signal,
    });
  } catch (error) {
    throw error instanceof WallError ? new CommandError(error.message, { cause: error }) : error;
  }
  return 0;
}

/** The server named, or the one of this machine's settings. */
function readServer(text: string | undefined): string {
  if (text === undefined) {
    const settings = readSettings(process.env).of(httpSettings);
    return publicUrlOf(settings, settings["server.port"]).replace(/\/+$/, "");
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(`--server needs an address such as https://vedette.example.com, not "${text}"`);
  }
  return url.href.replace(/\/+$/, "");
}
