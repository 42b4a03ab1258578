/** A code as words: `bank_declined` is "Bank declined". */
export const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
