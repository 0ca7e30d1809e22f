export { WALL_ERRORS, WallError, type WallErrorCode } from "./errors.ts";
export { type PlayWallOptions, playWall } from "./play-wall.ts";
export { readScreenChoice, type ScreenChoice } from "./screen-choice.ts";
