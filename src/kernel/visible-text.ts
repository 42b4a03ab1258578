/** Whether a text shows anything: names of only spaces, joiners, and fillers look empty. Pure. */

/** Characters in a letter category that print as nothing: Hangul fillers and the empty Braille pattern. */
const fillers = /[\u115f\u1160\u3164\uffa0\u2800]/g;

export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(fillers, ''));
