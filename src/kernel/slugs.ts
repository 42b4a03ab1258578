/** Makes addresses from titles: `Łódź Søren` becomes `lodz-soren`. */

/** Latin letters that Unicode does not decompose into a letter and a mark. */
const latin: Record<string, string> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ı: 'i',
    ł: 'l',
    ŋ: 'ng',
    ŧ: 't',
    þ: 'th',
    ĸ: 'k',
    ə: 'e',
    ǝ: 'e',
  },
  ...{
    ƀ: 'b',
    ɓ: 'b',
    ƈ: 'c',
    ɖ: 'd',
    ɗ: 'd',
    ɛ: 'e',
    ƒ: 'f',
    ɠ: 'g',
    ǥ: 'g',
    ɣ: 'g',
    ɨ: 'i',
    ƙ: 'k',
    ɲ: 'n',
    ɔ: 'o',
    ƥ: 'p',
    ƭ: 't',
  },
  ...{
    ʈ: 't',
    ʉ: 'u',
    ʋ: 'v',
    ƴ: 'y',
    ƶ: 'z',
    ʒ: 'z',
    ƿ: 'w',
    ƹ: 'z',
    ȡ: 'd',
    ȴ: 'l',
    ȵ: 'n',
    ȶ: 't',
    ɍ: 'r',
    ɏ: 'y',
    ɉ: 'j',
    ɟ: 'j',
  },
};
const latinLetters = new RegExp(`[${Object.keys(latin).join('')}]`, 'g');

/** Lowercase Latin letters, digits, and single hyphens. Empty for texts in other scripts. */
export const slugFrom = (text: string, charactersAtMost: number): string =>
  text
    .slice(0, 10 * charactersAtMost)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(latinLetters, (found) => latin[found] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, charactersAtMost)
    .replace(/-$/, '');
