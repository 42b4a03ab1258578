/**
 * Serializes the editor's document to the body of a post, one block per line, like the built-in posts. Pure.
 */
import { type DocNode, docOf, type Mark } from './body-doc.ts';
import { escapedAttribute, escapedText } from './body-tree.ts';

/** From the outermost to the innermost. */
const markTags: Record<string, string> = {
  link: 'a',
  abbreviation: 'abbr',
  bold: 'strong',
  italic: 'em',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
};
const ranks = Object.keys(markTags);

/** Skips empty blocks; the page's styles set the spacing. */
export const bodyOf = (doc: DocNode): string => blocks(doc.content);

/** Whether the editor returns this body unchanged, except for whitespace between blocks. */
export function isLossless(body: string): boolean {
  const doc = docOf(body);
  return doc !== null && withoutExtraSpace(bodyOf(doc)) === withoutExtraSpace(body);
}

const block =
  '(?:p|h[234]|ul|ol|li|dl|dt|dd|blockquote|pre|hr|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td)';
const besideBlocks = new RegExp(`\\s*(</?${block}(?:\\s[^>]*)?>)\\s*`, 'g');
/** Removes line breaks and spaces between blocks, which carry no content. */
export const withoutExtraSpace = (body: string): string =>
  body.replaceAll(/\s+/g, ' ').replaceAll(besideBlocks, '$1').replaceAll('<p></p>', '').trim();

const blocks = (nodes: readonly DocNode[] = []): string =>
  nodes
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n');

function blockText(node: DocNode): string {
  const { type, attrs = {}, content = [] } = node;
  switch (type) {
    case 'paragraph':
      return wrapped('p', inlines(content), attrs);
    case 'heading':
      return wrapped(`h${Number(attrs.level)}`, inlines(content), attrs);
    case 'horizontalRule':
      return '<hr />';
    case 'picture':
    case 'inlinePicture':
      return picture(attrs);
    case 'bulletList':
      return `<ul${dirOf(attrs)}>\n${content.map(itemText).join('')}</ul>`;
    case 'orderedList':
      return `<ol${startOf(attrs)}${dirOf(attrs)}>\n${content.map(itemText).join('')}</ol>`;
    case 'blockquote':
      return wrapped('blockquote', blocks(content), attrs);
    case 'codeBlock':
      return wrapped(
        'pre',
        attrs.coded === false ? escapedText(wordsOf(node)) : wrapped('code', escapedText(wordsOf(node))),
        attrs,
      );
    case 'figure':
      return `<figure${dirOf(attrs)}>${content.map(figurePart).join('')}</figure>`;
    case 'definitionList':
      return `<dl${dirOf(attrs)}>\n${content.map((part) => `${definitionPart(part)}\n`).join('')}</dl>`;
    case 'tableFrame':
      return tableText(node);
    case 'table':
      return tableText({ type: 'tableFrame', content: [node] });
    default:
      return blocks(content);
  }
}

/** Returns an empty string for empty text. */
const wrapped = (tag: string, text: string, attrs: DocNode['attrs'] = {}): string =>
  text === '' ? '' : `<${tag}${dirOf(attrs)}>${text}</${tag}>`;

const dirOf = ({ dir }: Record<string, unknown>): string =>
  dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? ` dir="${dir}"` : '';

const itemText = (item: DocNode): string => `<li${dirOf(item.attrs ?? {})}>${inside(item)}</li>\n`;

const figurePart = (part: DocNode): string =>
  part.type === 'figcaption' ? wrapped('figcaption', inlines(part.content), part.attrs) : blockText(part);

const startOf = ({ start }: Record<string, unknown>): string =>
  Number.isInteger(start) && Number(start) > 1 ? ` start="${Number(start)}"` : '';

const wordsOf = ({ text = '', content = [] }: DocNode): string => text + content.map(wordsOf).join('');

/** Omits the paragraph around the first text if it is the only paragraph. */
function inside({ attrs = {}, content = [] }: DocNode): string {
  const [first, ...others] = content;
  const isTight =
    attrs.loose !== true &&
    first?.type === 'paragraph' &&
    dirOf(first.attrs ?? {}) === '' &&
    others.every(({ type }) => type !== 'paragraph');
  return isTight ? inlines(first.content) + blocks(others) : blocks(content);
}

function definitionPart(part: DocNode): string {
  const [tag, text] = part.type === 'definitionTerm' ? ['dt', inlines(part.content)] : ['dd', inside(part)];
  return `<${tag}${dirOf(part.attrs ?? {})}>${text}</${tag}>`;
}

function tableText({ content = [] }: DocNode): string {
  const caption = content.find(({ type }) => type === 'tableCaption');
  const table = content.find(({ type }) => type === 'table');
  const rows = table?.content ?? [];
  const isHead = ({ content: cells = [] }: DocNode): boolean =>
    cells.length > 0 && cells.every(({ type, attrs }) => type === 'tableHeader' && attrs?.scope !== 'row');
  const firstOther = rows.findIndex((row) => !isHead(row));
  const head = rows.slice(0, firstOther === -1 ? rows.length : firstOther);
  const others = rows.slice(head.length);
  const [body, foot] = [
    others.filter(({ attrs }) => attrs?.foot !== true),
    others.filter(({ attrs }) => attrs?.foot === true),
  ];
  const lines = [
    wrapped('caption', inlines(caption?.content), caption?.attrs),
    wrapped('thead', head.map((row) => rowText(row, 'col')).join('\n')),
    ...[['tbody', body] as const, ['tfoot', foot] as const].map(([tag, part]) =>
      part.length === 0 ? '' : `<${tag}>\n${part.map((row) => `${rowText(row, 'row')}\n`).join('')}</${tag}>`,
    ),
  ];
  return `<table${dirOf(table?.attrs ?? {})}>\n${lines.filter((line) => line !== '').join('\n')}\n</table>`;
}

const rowText = ({ content = [] }: DocNode, scope: 'col' | 'row'): string =>
  `<tr>${content.map((cell) => cellText(cell, scope)).join('')}</tr>`;

function cellText(cell: DocNode, defaultScope: 'col' | 'row'): string {
  const { colspan = 1, rowspan = 1, scope } = cell.attrs ?? {};
  const spans = [
    ['colspan', colspan],
    ['rowspan', rowspan],
  ]
    .filter(([, span]) => Number(span) > 1)
    .map(([name, span]) => ` ${String(name)}="${Number(span)}"`)
    .concat(dirOf(cell.attrs ?? {}))
    .join('');
  if (cell.type !== 'tableHeader') return `<td${spans}>${inside(cell)}</td>`;
  const attribute = scope === 'col' || scope === 'row' ? scope : scope === 'none' ? null : defaultScope;
  return `<th${attribute === null ? '' : ` scope="${attribute}"`}${spans}>${inside(cell)}</th>`;
}

const picture = (attrs: Record<string, unknown>): string =>
  `<img${['src', 'alt', 'width', 'height'].map((name) => ` ${name}="${escapedAttribute(String(attrs[name] ?? ''))}"`).join('')} />`;

/** A mark that spans several nodes wraps all of them; the longest mark is outermost. */
function inlines(nodes: readonly DocNode[] = []): string {
  let text = '';
  let open: Mark[] = [];
  const close = (down: number): void => {
    for (const { type } of open.slice(down).toReversed()) text += `</${markTags[type]}>`;
    open = open.slice(0, down);
  };
  for (const [at, node] of nodes.entries()) {
    const marks = marksOf(node);
    const firstGone = open.findIndex((mark) => !marks.some((other) => isSame(mark, other)));
    if (firstGone !== -1) close(firstGone);
    const fresh = marks.filter((mark) => !open.some((other) => isSame(mark, other)));
    const lasts = (mark: Mark): number => lengthOf(nodes.slice(at), mark);
    fresh.sort((a, b) => lasts(b) - lasts(a) || ranks.indexOf(a.type) - ranks.indexOf(b.type));
    for (const mark of fresh) text += opening(mark);
    open = [...open, ...fresh];
    text +=
      node.type === 'text'
        ? escapedText(node.text ?? '')
        : node.type === 'hardBreak'
          ? '<br />'
          : picture(node.attrs ?? {});
  }
  close(0);
  return text;
}

const marksOf = ({ marks = [] }: DocNode): Mark[] => marks.filter(({ type }) => type in markTags);

/** Number of consecutive nodes with this mark, from the first on. */
function lengthOf(nodes: readonly DocNode[], mark: Mark): number {
  const end = nodes.findIndex((node) => !marksOf(node).some((other) => isSame(mark, other)));
  return end === -1 ? nodes.length : end;
}

const isSame = (a: Mark, b: Mark): boolean =>
  a.type === b.type && a.attrs?.href === b.attrs?.href && a.attrs?.title === b.attrs?.title;

function opening({ type, attrs = {} }: Mark): string {
  const [name, value] =
    type === 'link' ? ['href', attrs.href] : ['title', type === 'abbreviation' ? attrs.title : null];
  return `<${markTags[type]}${typeof value === 'string' ? ` ${name}="${escapedAttribute(value)}"` : ''}>`;
}
