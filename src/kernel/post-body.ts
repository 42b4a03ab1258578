/**
 * What the body of a blog post may be made of. The server's sanitiser lets through these elements and nothing else,
 * and the browser refuses a body with any other before it becomes part of the page.
 */

/** What an author may write. None of them runs, loads or submits anything; headings of the first level belong to the page. */
export const authorElements = [
  ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'hr', 'br'],
  ...['a', 'strong', 'em', 'code', 'abbr', 'sub', 'sup', 'figure', 'figcaption', 'img'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
] as const;

/** `section` and `span` are ours: the frame in which a wide table scrolls, and what stays on one line. */
const otherElement = new RegExp(`<(?!/?(?:${[...authorElements, 'section', 'span'].join('|')})[\\s>])`);

/** In a sanitised body every `<` opens or closes one of our elements: text and attributes have it escaped. */
export const isCleanBody = (html: string): boolean => !otherElement.test(html);
