import { type Access, HttpError, OPEN, type RoutePlugin } from "@vedette/http";
import { clientKeyOf, countCodeTry, forgetCodeTries, limitRequest } from "@vedette/identity";
import { Type } from "typebox";
import { AS_WALL } from "../access/access.ts";
import { authorOf, type Caller } from "../access/caller.ts";
import { refuseForeignPage } from "../access/cross-site.ts";
import { ResourceError } from "../errors.ts";
import { NAME_PATTERN } from "../objects/name.ts";
import type { Resources } from "../resources.ts";
import { admitWall, beginPairing, pairingState } from "../walls/pairing.ts";
import { setWallDisplay } from "../walls/wall-display.ts";
import { wallKeyOf } from "../walls/wall-key.ts";
import {
  changeWall,
  commandWall,
  findWall,
  keepPicture,
  listWalls,
  readPicture,
  removeWall,
  takeReport,
  WALL_COMMANDS,
} from "../walls/walls.ts";
import { authorOfRequest } from "./author.ts";

const MAX_PICTURE_BYTES = 512 * 1024;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Text for people, without halves of surrogate pairs and control characters. */
const Label = Type.String({ maxLength: 100, pattern: "^[^\\p{Cs}\\p{Cc}]*$" });
const PlaylistName = Type.String({ maxLength: 253, pattern: NAME_PATTERN.source });
const DashboardName = Type.String({ minLength: 1, maxLength: 253, pattern: NAME_PATTERN.source });
const Wish = Type.Object({ playlist: PlaylistName, name: Label });
const Admission = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 32 }),
  name: Type.Optional(Label),
  playlist: Type.Optional(PlaylistName),
});
const Names = { name: Type.String({ ...Label, minLength: 1 }), playlist: PlaylistName };
/** `seen`: what stood there when it was read; without it, the last of two changes stands. */
const Changed = Type.Object({ ...Names, seen: Type.Optional(Type.Object(Names)) });
const Target = Type.Object({ id: Type.String({ format: "uuid" }) });
const ScreenTarget = Type.Object({ id: Type.String({ format: "uuid" }), screen: Label });
const Command = Type.Object({ command: Type.Enum(WALL_COMMANDS), screen: Type.Optional(Label) });
const TimeOfDay = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" });
const shown = {
  /** Stands over what is shown; empty for none. */
  message: Type.String({ maxLength: 200, pattern: "^[^\\p{Cs}\\p{Cc}]*$" }),
  /** By the wall's own clock; `brightness` in percent. */
  night: Type.Union([
    Type.Object({ from: TimeOfDay, to: TimeOfDay, brightness: Type.Integer({ minimum: 0, maximum: 100 }) }),
    Type.Null(),
  ]),
  /** Names of screens, and the dashboard that each keeps showing. */
  pins: Type.Record(Label, DashboardName, { maxProperties: 32 }),
};
const Display = Type.Object({ ...shown, seen: Type.Optional(Type.Object(shown)) });
const Pixels = Type.Integer({ minimum: 0, maximum: 100_000 });
const Report = Type.Object({
  lastCommand: Type.String({ pattern: "^[0-9]{1,18}$" }),
  screens: Type.Array(
    Type.Object({
      name: Label,
      width: Pixels,
      height: Pixels,
      state: Type.Enum(["starting", "playing", "paused", "failed"] as const),
      dashboard: Type.String({ maxLength: 300, pattern: "^[^\\p{Cs}\\p{Cc}]*$" }),
      uid: Type.Optional(Type.String({ maxLength: 253 })),
      index: Type.Integer({ minimum: 0, maximum: 100_000 }),
      length: Type.Integer({ minimum: 0, maximum: 100_000 }),
      problem: Type.String({ maxLength: 300, pattern: "^[^\\p{Cs}\\p{Cc}]*$" }),
    }),
    { maxItems: 32 },
  ),
});

type Options = { resources: Resources; access: Access<Caller> };

/** /api/walls for people: which there are, what they show, letting one in, steering and removing one. */
export const wallRoutes: RoutePlugin<Options> = async (app, { resources, access }) => {
  const { db, identity } = resources;
  const reading = { permission: "walls:read" } as const;
  const writing = { permission: "walls:write" } as const;

  app.get("/", { config: reading }, async () => ({ walls: await listWalls(resources) }));

  app.post("/", { config: { ...writing, limiter: "verify" }, schema: { body: Admission } }, async (request, reply) => {
    const { code, name = "", playlist = "" } = request.body;
    const author = authorOfRequest(access, request);
    // An address alone is no limit for somebody who has many. It comes second: who waits for both is told the longer.
    const tries = `wall_codes:${authorOf(author.caller)}`;
    await countCodeTry(identity, tries);
    await limitRequest(identity, request, reply);
    const id = await admitWall(resources, { code, name, playlist, author });
    await forgetCodeTries(identity, tries);
    return reply.code(201).send({ id });
  });

  app.put("/:id", { config: writing, schema: { params: Target, body: Changed } }, async (request) => {
    await changeWall(db, request.params.id, { ...request.body, author: authorOfRequest(access, request) });
    return { message: "Wall changed" };
  });

  app.put("/:id/display", { config: writing, schema: { params: Target, body: Display } }, async (request) => {
    const { seen, ...display } = request.body;
    await setWallDisplay(db, request.params.id, { display, seen, author: authorOfRequest(access, request) });
    return { message: "The wall shows it within seconds." };
  });

  app.delete("/:id", { config: writing, schema: { params: Target } }, async (request) => {
    await removeWall(db, request.params.id, authorOfRequest(access, request));
    return { message: "Wall removed" };
  });

  app.post("/:id/commands", { config: writing, schema: { params: Target, body: Command } }, async (request, reply) => {
    const { command, screen = "" } = request.body;
    await commandWall(db, request.params.id, { command, screen, author: authorOfRequest(access, request) });
    return reply.code(202).send({ message: "The wall does it within seconds." });
  });

  app.get(
    "/:id/screens/:screen/picture",
    { config: reading, schema: { params: ScreenTarget } },
    async ({ params: { id, screen } }, reply) => {
      const picture = await readPicture(db, id, screen);
      if (picture === undefined) throw new HttpError("not_found", { detail: "There is no picture of this screen." });
      return reply.type("image/jpeg").header("cache-control", "private, no-cache").send(Buffer.from(picture));
    },
  );
};

/** /api/wall: what the walls themselves ask, with their key. */
export const wallPlayerRoutes: RoutePlugin<Options> = async (app, { resources, access }) => {
  const { db, identity, publicUrl } = resources;

  app.addHook("preValidation", (request, reply) => limitRequest(identity, request, reply));
  app.addContentTypeParser("image/jpeg", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => body);

  app.post(
    "/pairing",
    { config: { permission: OPEN, limiter: "token" }, schema: { body: Wish } },
    async (request, reply) => {
      refuseForeignPage(request, publicUrl);
      const pairing = await beginPairing(resources, { ...request.body, address: clientKeyOf(identity, request) });
      return reply.code(201).send({ ...pairing, address: `${publicUrl}/wall/pair` });
    },
  );

  app.get("/pairing", { config: { permission: OPEN } }, async ({ headers }) => {
    const key = wallKeyOf(headers.authorization);
    return { state: key === undefined ? "gone" : await pairingState(db, key) };
  });

  app.post("/report", { config: { permission: AS_WALL }, schema: { body: Report } }, async (request) => {
    const { uid } = access.callerOf(request);
    const commands = await takeReport(db, uid, request.body);
    const wall = await findWall(db, wallKeyOf(request.headers.authorization) ?? "");
    // Somebody has removed the wall this very moment.
    if (wall === undefined) throw new HttpError("unauthorized");
    return { name: wall.name, playlist: wall.playlist, display: wall.display, commands };
  });

  app.put(
    "/screens/:screen/picture",
    {
      config: { permission: AS_WALL },
      bodyLimit: MAX_PICTURE_BYTES,
      schema: { params: Type.Object({ screen: Label }) },
    },
    async (request, reply) => {
      const { body } = request;
      const isPicture = Buffer.isBuffer(body) && body.subarray(0, JPEG.length).equals(JPEG);
      if (!isPicture) throw new ResourceError("request_invalid", { detail: "A picture of a screen is a JPEG file." });
      await keepPicture(db, access.callerOf(request).uid, request.params.screen, body);
      return reply.code(204).send();
    },
  );
};
