/**
 * Converts pasted content from other programs to clean markup. Word writes lists as paragraphs with bullets,
 * Google Docs wraps everything in one bold element, and both start headings at level 1, which is the page
 * title. Styles, empty lines, and comments are dropped. Works on the parsed DOM and writes no HTML.
 */
import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';

const tag = /<[^>]*>/g;

/**
 * The content security policy blocks inline styles, and the browser then drops them. Google Docs marks bold
 * text only by style, so this renames the attribute to preserve it.
 */
export const withoutStyles = (html: string): string =>
  html
    .replace(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replace(tag, (markup) => markup.replace(/\sstyle=/gi, ' data-look='));

const styleOf = (element: Element): string => element.getAttribute('data-look') ?? '';

/** Cleans the pasted content before it parses it. */
export class PasteParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    cleanPasted(dom as HTMLElement);
    return super.parseSlice(dom, options);
  }
}

export const pasteParser = (schema: Schema): PasteParser =>
  new PasteParser(schema, DOMParser.fromSchema(schema).rules);

function cleanPasted(root: HTMLElement): void {
  // Content copied from this editor is pasted unchanged.
  if (root.querySelector('[data-pm-slice]')) return;
  for (const element of root.querySelectorAll(
    'style, script, meta, link, title, xml, colgroup, col, o\\:p:empty',
  ))
    element.remove();
  unwrap(root.querySelectorAll('b[id^="docs-internal-guid"], o\\:p, div, center, font'));
  for (const stray of root.querySelectorAll(':scope > br')) stray.remove();
  for (const link of root.querySelectorAll('a[href^="http:"]'))
    link.setAttribute('href', `https:${link.getAttribute('href')?.slice(5)}`);
  dropDefaultDirection(root);
  captionsBefore(root);
  marksOfStyles(root);
  listsIntoItems(root);
  for (const place of listsOfWord(root)) place();
  lowerHeadings(root);
  for (const paragraph of root.querySelectorAll('p, h2, h3, h4')) if (isEmpty(paragraph)) paragraph.remove();
  collapseWhitespace(root);
}

function unwrap(elements: Iterable<Element>): void {
  for (const element of elements) element.replaceWith(...element.childNodes);
}

/** Google Docs marks every block as left to right, which is redundant unless an ancestor is right to left. */
function dropDefaultDirection(root: HTMLElement): void {
  for (const element of root.querySelectorAll('[dir="ltr"]'))
    if (!element.parentElement?.closest('[dir="rtl"], [dir="auto"]')) element.removeAttribute('dir');
}

/** Google Docs puts a nested list after its item instead of inside it. */
function listsIntoItems(root: HTMLElement): void {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    list.previousElementSibling?.append(list);
}

/** Converts bold and italic styles to elements, except in headings. */
function marksOfStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll('[data-look]')) {
    const style = styleOf(element);
    if (element.matches('b, strong') && /font-weight:\s*(?:normal|[1-4]00)/.test(style)) unwrap([element]);
    else if (element.localName === 'span' && element.closest('h1, h2, h3, h4, h5, h6') === null) {
      if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) wrapInside(element, 'strong');
      if (/font-style:\s*italic/.test(style)) wrapInside(element, 'em');
      if (/vertical-align:\s*super/.test(style)) wrapInside(element, 'sup');
      if (/vertical-align:\s*sub/.test(style)) wrapInside(element, 'sub');
    }
  }
}

function wrapInside(element: Element, name: string): void {
  const mark = document.createElement(name);
  mark.append(...element.childNodes);
  element.append(mark);
}

/** Moves a table's caption to a paragraph before the table. */
function captionsBefore(root: HTMLElement): void {
  for (const caption of root.querySelectorAll('table > caption')) {
    const line = document.createElement('p');
    line.append(...caption.childNodes);
    caption.closest('table')?.before(line);
    caption.remove();
  }
}

const isEmpty = (element: Element): boolean =>
  (element.textContent ?? '').replaceAll(/[\s\u00a0]/g, '') === '' && !element.querySelector('img, br + *');

/** Shifts headings so that the highest pasted level becomes 2. The lowest level is 4. */
function lowerHeadings(root: HTMLElement): void {
  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6, p[class*="MsoTitle"]')];
  const levelOf = ({ localName }: Element): number => (localName === 'p' ? 1 : Number(localName[1]));
  const down = headings.some((heading) => levelOf(heading) === 1) ? 1 : 0;
  for (const heading of headings) rename(heading, `h${Math.min(4, levelOf(heading) + down)}`);
}

function rename(element: Element, tag: string): Element {
  const renamed = document.createElement(tag);
  const direction = element.getAttribute('dir');
  if (direction !== null) renamed.setAttribute('dir', direction);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Replaces runs of whitespace, including Word's nonbreaking spaces before list items, with one space. */
function collapseWhitespace(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
    if (text.textContent !== null && !text.parentElement?.closest('pre'))
      text.textContent = text.textContent.replaceAll(/[ \t\n\r\u00a0]+/g, ' ');
}

type WordItem = { paragraph: Element; list: string; level: number; isNumbered: boolean };

/** Parses `mso-list:l0 level2 lfo1`: the list and the nesting level. */
function wordItemOf(paragraph: Element): WordItem | null {
  const match = /mso-list:\s*(l\d+)\s+level(\d+)/.exec(styleOf(paragraph));
  if (match === null) return null;
  const bullet = paragraph.querySelector('[data-look*="mso-list:Ignore"], [data-look*="mso-list: Ignore"]');
  const isNumbered = /^[\s\u00a0]*[(]?(?:\d+|[a-z]|[ivx]+)[.)]/i.test(bullet?.textContent ?? '');
  bullet?.remove();
  return { paragraph, list: match[1] ?? '', level: Number(match[2]), isNumbered };
}

/** Converts each run of such paragraphs to a list, with nested lists inside its items. */
function listsOfWord(root: HTMLElement): (() => void)[] {
  const rows: WordItem[][] = [];
  for (const paragraph of root.querySelectorAll('p')) {
    const item = wordItemOf(paragraph);
    if (item === null) continue;
    const row = rows.at(-1);
    const isNext =
      row?.at(-1)?.paragraph === paragraph.previousElementSibling && row?.[0]?.list === item.list;
    if (isNext) row?.push(item);
    else rows.push([item]);
  }
  return rows.map((row) => () => putList(row));
}

function putList(row: WordItem[]): void {
  const open: { list: Element; level: number }[] = [];
  const begin = ({ level, isNumbered }: WordItem): Element => {
    const list = document.createElement(isNumbered ? 'ol' : 'ul');
    open.push({ list, level });
    return list;
  };
  const [first] = row;
  if (first === undefined) return;
  first.paragraph.before(begin(first));
  for (const item of row) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const here = open.at(-1);
    if (here !== undefined && here.level < item.level) here.list.lastElementChild?.append(begin(item));
    const place = document.createElement('li');
    place.append(...item.paragraph.childNodes);
    open.at(-1)?.list.append(place);
    item.paragraph.remove();
  }
}
