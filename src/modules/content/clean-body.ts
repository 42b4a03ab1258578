/**
 * The only way to a safe post body. Runs when a post is written and again when it is read. That also
 * neutralizes a row that was changed outside the shop or accepted under older rules. The output is stable:
 * cleaning twice changes nothing.
 */
import sanitizeHtml from 'sanitize-html';
import { DomainError } from '#kernel/errors.ts';
import { authorElements } from '#content/post-body.ts';

/**
 * Own pictures only: the pages' content security policy blocks others, and they would leak visitors' IP
 * addresses.
 */
/**
 * A drawing of the shop or a staff upload. `/media/NAME` responds with the format that the browser accepts.
 */
const ownPicture = /^\/(?:(?:blog|products)\/[\w-]+\.(?:svg|png|jpg|webp|avif)|media\/[\w-]{22}(?:\.svg)?)$/;
const pixels = /^[1-9]\d{0,3}$/;
const direction = /^(?:ltr|rtl|auto)$/;
/** Block elements, whose text direction an author may set. */
const blocks = [
  ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'figure', 'figcaption'],
  ...['table', 'caption', 'th', 'td'],
] as const;
/**
 * A page of the shop, an anchor on this page, another site, or an email. Protocol-relative addresses are
 * rejected.
 */
const goodAddress = /^(?:\/(?![/\\])|#|https:\/\/|mailto:)[^\s\\]*$/;

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...authorElements],
  allowedAttributes: {
    ...Object.fromEntries(blocks.map((name) => [name, ['dir']])),
    a: ['href'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['dir', 'start'],
    th: ['dir', 'scope', 'colspan', 'rowspan'],
    td: ['dir', 'colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'noscript',
    'template',
    'title',
    'iframe',
    'noembed',
    'noframes',
    'plaintext',
  ],
  nestingLimit: 40,
  // Drop a picture without a size, because it would shift the text, and one from elsewhere, because it would
  // not load.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' &&
    !(
      ownPicture.test(attribs.src ?? '') &&
      pixels.test(attribs.width ?? '') &&
      pixels.test(attribs.height ?? '') &&
      attribs.alt !== undefined
    ),
  transformTags: {
    // An anchor without a valid address becomes a `span`, which is not allowed, so only its text remains.
    a: (_, attribs) =>
      goodAddress.test(attribs.href ?? '') ? { tagName: 'a', attribs } : { tagName: 'span', attribs: {} },
    th: (tagName, attribs) => ({
      tagName,
      attribs: only(attribs, { dir: direction, scope: /^(?:col|row)$/, colspan: pixels, rowspan: pixels }),
    }),
    td: (tagName, attribs) => ({
      tagName,
      attribs: only(attribs, { dir: direction, colspan: pixels, rowspan: pixels }),
    }),
    ol: (tagName, attribs) => ({ tagName, attribs: only(attribs, { dir: direction, start: pixels }) }),
    '*': (tagName, { dir, ...attribs }) => ({
      tagName,
      attribs: direction.test(dir ?? '') ? { ...attribs, dir: dir ?? '' } : attribs,
    }),
  },
};

const only = (attributes: sanitizeHtml.Attributes, shapes: Record<string, RegExp>): sanitizeHtml.Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => Object.hasOwn(shapes, name) && shapes[name]?.test(value),
    ),
  );

/** PostgreSQL cannot store NUL, and text needs no other control characters. */
const unstorable = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Misnested elements may need a second pass; no corpus has needed a third. A body that does not converge is
 * rejected.
 */
const checksAtMost = 5;

/** The maximum number of elements in a body. The shop's longest guide has 400. */
const elementsAtMost = 5_000;

/** Slow on hostile input: run it in a worker (`makeClean`). Throws `content_too_complex`. */
export function cleanBody(html: string): string {
  let body = html.toWellFormed().replace(unstorable, '');
  if (countOf(body, '<') > 4 * elementsAtMost) throw new DomainError('content_too_complex');
  for (let check = 0; check < checksAtMost; check += 1) {
    const cleaner = sanitizeHtml(body, rules).trim();
    if (countOf(cleaner, '<') > 2 * elementsAtMost) throw new DomainError('content_too_complex');
    if (cleaner === body) return body;
    body = cleaner;
  }
  return '';
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
