/** What makes a password easy to guess without any list: the server refuses it, and the browser's hint says the same. */

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azerty', '!@#$%^&*()'];

/** `12341234` is `1234`, `aaaaaaaa` is `a`, `abcabcab` is `abc`; a text that does not repeat itself stays as it is. */
export function withoutRepeats(text: string): string {
  const characters = [...text];
  for (let length = 1; length <= characters.length / 2; length += 1)
    if (characters.every((character, index) => character === characters[index % length])) return characters.slice(0, length).join('');
  return text;
}

/** What people add to a word when a form asks for a digit and a sign: `Password1!` is `Password`, `summer2024` is `summer`. */
export const withoutEnding = (text: string): string => text.replace(/[\p{Nd}\p{P}\p{S}]{1,6}$/u, '');

/** Where in a row the second character follows the first: 1 forwards, -1 backwards, 0 for the same one, null for none of these. */
function stepBetween(one: string, two: string): number | null {
  if (one === two) return 0;
  if (rows.some((row) => row.includes(one + two))) return 1;
  return rows.some((row) => row.includes(two + one)) ? -1 : null;
}

/** How many stretches of neighbours in a row: `12345678` and `aabbccdd` are one, `aaaa1234` two, `dragon` six. */
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

/** A repeat such as `abcabcabc`, a run such as `87654321`, or two or three of them in a row. */
export const isRepeatOrRun = (password: string): boolean => stretches(withoutRepeats(password.toLowerCase())) < simplestStretches;
