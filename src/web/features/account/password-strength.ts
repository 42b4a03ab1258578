/**
 * Estimates how hard a password is to guess. It is only a hint: the server decides and checks the
 * common-password list. Repeated characters, keyboard rows, and the user's own names count for little.
 */
import { phrase } from '#kernel/language.ts';
import { isRepeatOrRun, withoutEnding } from '#kernel/guessable.ts';

export type Strength = { level: 0 | 1 | 2 | 3 | 4; text: string };

export const easyToGuess: Strength = { level: 1, text: phrase('Easy to guess') };

const smallest = 8;
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azerty'];
const wellKnown = ['password', 'passwort', 'welcome', 'letmein', 'iloveyou', 'stateside'];
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

const isNextInRow = (a: string, b: string): boolean =>
  rows.some((row) => row.includes(a + b) || row.includes(b + a));

/** Counts the characters that the character before does not predict. */
function countUnpredictable(text: string): number {
  const signs = [...text];
  return signs.filter((sign, index) => {
    const before = signs[index - 1];
    return before === undefined || (before !== sign && !isNextInRow(before, sign));
  }).length;
}

/** `personal`: words that an acquaintance would try first. */
export function strengthOf(password: string, personal: string[] = []): Strength {
  const length = [...password].length;
  if (length === 0) return { level: 0, text: '' };
  if (length < smallest)
    return { level: 0, text: phrase('Too short: {count} more', { count: smallest - length }) };
  if (isRepeatOrRun(password)) return easyToGuess;
  const small = password.toLowerCase();
  const guessable = [...wellKnown, ...personal.map((word) => word.toLowerCase())].filter(
    (word) => word.length >= 3,
  );
  const rest = guessable.reduce((text, word) => text.replaceAll(word, '*'), small);
  const score = countUnpredictable(rest) + kinds.filter((kind) => kind.test(password)).length - 1;
  if (score < 8 || countUnpredictable(withoutEnding(rest)) < 6) return easyToGuess;
  if (score < 12) return { level: 2, text: phrase('Fair, unless others use it too. Longer is better') };
  if (score < 16) return { level: 3, text: phrase('Good') };
  return { level: 4, text: phrase('Strong') };
}
