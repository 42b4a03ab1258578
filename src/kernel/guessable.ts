/**
 * Recognizes passwords that are easy to guess without any list. The server rejects them, and the browser's
 * hint uses the same check.
 */

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azerty',
  '!@#$%^&*()',
];

/**
 * `12341234` becomes `1234`, `aaaaaaaa` becomes `a`, `abcabcab` becomes `abc`. A text without repeats is
 * unchanged.
 */
export function withoutRepeats(text: string): string {
  const characters = [...text];
  for (let length = 1; length <= characters.length / 2; length += 1)
    if (characters.every((character, index) => character === characters[index % length]))
      return characters.slice(0, length).join('');
  return text;
}

/**
 * Removes what people append when a form requires a digit and a symbol: `Password1!` becomes `Password`,
 * `summer2024` becomes `summer`.
 */
export const withoutEnding = (text: string): string => text.replace(/[\p{Nd}\p{P}\p{S}]{1,6}$/u, '');

/**
 * The step from one character to the next in a keyboard row or sequence: 1 forward, -1 backward, 0 for the
 * same one, null for none.
 */
function stepBetween(a: string, b: string): number | null {
  if (a === b) return 0;
  if (rows.some((row) => row.includes(a + b))) return 1;
  return rows.some((row) => row.includes(b + a)) ? -1 : null;
}

/**
 * Number of runs of neighboring characters: `12345678` and `aabbccdd` have one, `aaaa1234` two, `dragon` six.
 */
function stretches(text: string): number {
  const characters = [...text];
  let count = 0;
  let going = 0;
  characters.forEach((character, index) => {
    const before = characters[index - 1];
    const step = before === undefined ? null : stepBetween(before, character);
    if (step === null || (step !== 0 && going !== 0 && step !== going)) {
      count += 1;
      going = 0;
    } else if (step !== 0) going = step;
  });
  return count;
}

const simplestStretches = 4;

/** True for a repeat such as `abcabcabc`, a run such as `87654321`, and a sequence of two or three runs. */
export const isRepeatOrRun = (password: string): boolean =>
  stretches(withoutRepeats(password.toLowerCase())) < simplestStretches;
