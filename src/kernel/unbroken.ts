/**
 * What must not be torn apart at the end of a line, although it has a space or a hyphen in it: short compounds ("zero-tax", "C-Corp"),
 * the numbers of forms and of statutes, and phone numbers. Browsers have no rule for it, so whatever draws a text asks here. Pure.
 */

/** A piece that stays on one line stands in an object. All pieces together are the text. */
export type Piece = string | { whole: string };

/** What is longer would leave gaps at the ends of lines, and would not fit on a small screen with large letters. */
const longestCompound = 12;
const longest = 18;

const section = String.raw`§{1,2} ?\d[\w.-]*(?:\(\w+\))*`;
const candidates = new RegExp(
  [
    String.raw`\d+ (?:U\.S\.C\.|C\.F\.R\.|CFR) (?:${section}|\d[\w.-]*)`,
    section,
    String.raw`\+\d+ \(\d+\) \d+-\d+`,
    String.raw`\bForms? (?:[A-Z]{1,3}-)?\d[\w-]*`,
    // A part of an address of the web is none.
    String.raw`(?<![\w./@-])[\p{L}\d]+(?:[-–][\p{L}\d]+)+(?![\w/@-]|\.\w)`,
  ].join('|'),
  'gu',
);
const isCompound = (found: string): boolean => !/[ §]/.test(found);

export function unbroken(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    if (found.length > (isCompound(found) ? longestCompound : longest)) continue;
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push({ whole: found });
    end = index + found.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
