interface WallStart {
  readonly playlist: string;
  /** Address of the watch room, without a slash at its end. */
  readonly server: string;
}

/** What a machine with screens runs to become a wall: in a clone, and where the package is installed. */
export function wallCommands({ playlist, server }: WallStart): { readonly clone: string; readonly installed: string } {
  const words = `wall ${playlist} --server ${server}`;
  return { clone: `npm start -- ${words}`, installed: `vedette ${words}` };
}
