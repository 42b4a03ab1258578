/**
 * The only way into a post's body. Called when a post is written and again when it is read, so a row that was changed behind our back,
 * or that an older list of rules let in, is harmless too. What it gives is stable: cleaning twice changes nothing.
 */
import sanitizeHtml from 'sanitize-html';
import { DomainError } from '#kernel/errors.ts';
import { authorElements } from '#kernel/post-body.ts';

/** Our own pictures only: the pages' policy shows no others, and a visitor's address is nobody else's business. */
/** A drawing of the shop, or what staff have uploaded: `/media/NAME` answers with the kind that the browser takes. */
const ownPicture = /^\/(?:(?:blog|products)\/[\w-]+\.(?:svg|png|jpg|webp|avif)|media\/[\w-]{22}(?:\.svg)?)$/;
const pixels = /^[1-9]\d{0,3}$/;
const direction = /^(?:ltr|rtl|auto)$/;
/** Blocks of text, whose direction an author may say. */
const blocks = [
  ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'figure', 'figcaption'],
  ...['table', 'caption', 'th', 'td'],
] as const;
/** A page of ours, a place on this page, another site, or an email. No address without a scheme that another site could claim. */
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
  // A picture without its size would push the text around, and one from elsewhere would not be shown.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' &&
    !(
      ownPicture.test(attribs.src ?? '') &&
      pixels.test(attribs.width ?? '') &&
      pixels.test(attribs.height ?? '') &&
      attribs.alt !== undefined
    ),
  transformTags: {
    // A link without an address is no link; `span` is none of our elements, so its text stays alone.
    a: (_, attribs) => (goodAddress.test(attribs.href ?? '') ? { tagName: 'a', attribs } : { tagName: 'span', attribs: {} }),
    th: (tagName, attribs) => ({
      tagName,
      attribs: only(attribs, { dir: direction, scope: /^(?:col|row)$/, colspan: pixels, rowspan: pixels }),
    }),
    td: (tagName, attribs) => ({ tagName, attribs: only(attribs, { dir: direction, colspan: pixels, rowspan: pixels }) }),
    ol: (tagName, attribs) => ({ tagName, attribs: only(attribs, { dir: direction, start: pixels }) }),
    '*': (tagName, { dir, ...attribs }) => ({ tagName, attribs: direction.test(dir ?? '') ? { ...attribs, dir: dir ?? '' } : attribs }),
  },
};

const only = (attributes: sanitizeHtml.Attributes, shapes: Record<string, RegExp>): sanitizeHtml.Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => Object.hasOwn(shapes, name) && shapes[name]?.test(value)));

/** The database cannot hold a zero, and no text needs the other control characters. */
const unstorable = /(?![\t\n\r])\p{Cc}/gu;

/** Misnested elements may need another look; no corpus has needed a third. What will not come to rest is not published at all. */
const checksAtMost = 5;

/** Elements of a body. The longest guide of the shop has 400. */
const elementsAtMost = 5_000;

/** Slow on hostile input: call it in a worker (`makeClean`). Throws `content_too_complex`. */
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
