/** How long a password would stand: 0 far too weak, 4 very strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** Bits below which each step ends: a rough guess of what an attacker with the stolen hash must try. */
const STEPS = [28, 44, 60, 80] as const;

/**
 * Estimates how hard a password is to guess, by its length and its variety. It asks for no kinds of
 * characters: four plain words pass, `Aa1!Aa1!` does not.
 *
 * @param known - words an attacker tries first, such as the person's e-mail address
 */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  const bits = guessBits(withoutKnown(password.toLowerCase(), known), password);
  const step = STEPS.findIndex((limit) => bits < limit);
  return step === -1 ? 4 : (step as PasswordStrength); // an index into STEPS
}

/** Letters that only repeat or continue what stands before them add next to nothing. */
function guessBits(telling: string, password: string): number {
  const codes = [...telling].map((character) => character.codePointAt(0) ?? 0);
  const news = codes.filter((code, at) => isNews(code, codes.slice(0, at)));
  return news.length * Math.log2(varietyOf(password)) + (codes.length - news.length) * 0.5;
}

function isNews(code: number, before: readonly number[]): boolean {
  const last = before.at(-1);
  if (last === undefined) return true;
  if (Math.abs(code - last) <= 1) return false;
  const pair = `${last},${code}`;
  return !before.some((earlier, at) => at > 0 && `${before[at - 1]},${earlier}` === pair);
}

function varietyOf(password: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 20],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 24],
  ];
  const possible = kinds.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0);
  return Math.max(2, Math.min(possible, 2.4 * new Set(password).size));
}

function withoutKnown(password: string, known: readonly string[]): string {
  const words = ["password", "passwort", "qwertz", "qwerty", "vedette", "welcome", "letmein", "admin"];
  const parts = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u)).filter((part) => part.length > 2);
  return [...words, ...parts].reduce((rest, word) => rest.replaceAll(word, ""), password);
}
