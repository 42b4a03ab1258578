/** Converts a code to words: `bank_declined` becomes "Bank declined". */
export const sentence = (word: string): string =>
  word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
