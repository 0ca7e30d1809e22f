/** What the command says to the person who started it; everything else goes to the log. */
export const say = {
  out: (text: string): void => console.log(text),
  error: (text: string): void => console.error(text),
};
