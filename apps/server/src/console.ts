/** What the command says to the person who started it; everything else goes to the log. */
export const say = {
  out: (text: string): void => console.log(text),
  error: (text: string): void => console.error(text),
};

/**
 * Goes on when whoever read the output is gone, a terminal or the other end of a pipe: what serves or shows things is there
 * for others. A command that answers a question and ends does not need this.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
}
