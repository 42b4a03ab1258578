/**
 * The elements allowed in the body of a blog post. The server's sanitizer passes only these, and the browser
 * rejects a body with any other before it inserts it into the page.
 */

/**
 * Elements for authors. None of them runs, loads, or submits anything. First-level headings belong to the
 * page.
 */
export const authorElements = [
  ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'hr', 'br'],
  ...['a', 'strong', 'em', 'code', 'abbr', 'sub', 'sup', 'figure', 'figcaption', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
] as const;

/** `section` and `span` are ours: the scroll frame of a wide table, and text that stays on one line. */
const otherElement = new RegExp(`<(?!/?(?:${[...authorElements, 'section', 'span'].join('|')})[\\s>])`);

/** In a sanitized body every `<` opens or closes one of our elements: text and attributes have it escaped. */
export const isCleanBody = (html: string): boolean => !otherElement.test(html);
