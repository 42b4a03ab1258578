/**
 * Converts the body of a post to the editor's document. What the document cannot represent is approximated;
 * `isLossless` in `body-text.ts` checks whether the body survives the round trip. Pure.
 */
import { type BodyNode, type Element, treeOf } from './body-tree.ts';

export type Mark = { type: string; attrs?: Record<string, unknown> };
export type DocNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocNode[];
  marks?: Mark[];
  text?: string;
};

const inlineTags = new Set(['a', 'strong', 'em', 'code', 'abbr', 'sub', 'sup', 'br']);

const markOf = ({ tag, attributes }: Element): Mark | null => {
  if (tag === 'a') return { type: 'link', attrs: { href: attributes.href ?? '' } };
  if (tag === 'abbr') return { type: 'abbreviation', attrs: { title: attributes.title ?? null } };
  const type = { strong: 'bold', em: 'italic', code: 'code', sub: 'subscript', sup: 'superscript' }[tag];
  return type === undefined ? null : { type };
};

const isBlank = (node: BodyNode): boolean => typeof node === 'string' && node.trim() === '';
/** An image between words is inline; an image alone is a block. */
const isInline = (node: BodyNode): boolean => typeof node === 'string' || inlineTags.has(node.tag);

/** Null if the text is not a sanitized body. */
export function docOf(html: string): DocNode | null {
  const tree = treeOf(html);
  if (tree === null) return null;
  const content = blocksOf(tree);
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

/** Text outside any block becomes paragraphs. */
function blocksOf(nodes: readonly BodyNode[]): DocNode[] {
  const blocks: DocNode[] = [];
  let run: BodyNode[] = [];
  const endRun = (): void => {
    if (!run.every(isBlank)) blocks.push(textblock('paragraph', run));
    run = [];
  };
  for (const node of nodes) {
    if (isInline(node)) run.push(node);
    else {
      endRun();
      blocks.push(...blockOf(node as Element));
    }
  }
  endRun();
  return blocks;
}

const textblock = (type: string, nodes: readonly BodyNode[], attrs?: Record<string, unknown>): DocNode => {
  const content = inlinesOf(nodes, []);
  return { type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) };
};

function inlinesOf(nodes: readonly BodyNode[], marks: readonly Mark[]): DocNode[] {
  const marked = marks.length > 0 ? { marks: [...marks] } : {};
  return nodes.flatMap((node): DocNode[] => {
    if (typeof node === 'string')
      return node === '' ? [] : [{ type: 'text', text: node.replaceAll(/[\t\n\r]+/g, ' '), ...marked }];
    if (node.tag === 'br') return [{ type: 'hardBreak', ...marked }];
    if (node.tag === 'img') return [{ type: 'inlinePicture', attrs: pictureOf(node), ...marked }];
    const mark = markOf(node);
    return inlinesOf(
      node.children,
      mark === null || marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark],
    );
  });
}

const pictureOf = ({ attributes: { src = '', alt = '', width = '', height = '' } }: Element) => ({
  src,
  alt,
  width,
  height,
});

const elementsOf = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => typeof child !== 'string');

/** Preserves the direction set by the author. */
const directed = (node: DocNode, { attributes: { dir } }: Element): DocNode =>
  dir === undefined ? node : { ...node, attrs: { ...node.attrs, dir } };

function blockOf(element: Element): DocNode[] {
  const { tag, attributes, children } = element;
  switch (tag) {
    case 'p':
      return [directed(textblock('paragraph', children), element)];
    case 'h2':
    case 'h3':
    case 'h4':
      return [directed(textblock('heading', children, { level: Number(tag[1]) }), element)];
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'img':
      return [{ type: 'picture', attrs: pictureOf(element) }];
    case 'ul':
      return ifFilled(directed({ type: 'bulletList', content: elementsOf(element).map(itemOf) }, element));
    case 'ol':
      return ifFilled(
        directed(
          {
            type: 'orderedList',
            attrs: { start: Number(attributes.start ?? 1) },
            content: elementsOf(element).map(itemOf),
          },
          element,
        ),
      );
    case 'blockquote':
      return [directed({ type: 'blockquote', content: filled(blocksOf(children)) }, element)];
    case 'pre':
      return [directed(codeOf(element), element)];
    case 'figure':
      return figureOf(element);
    case 'dl':
      return ifFilled(
        directed({ type: 'definitionList', content: elementsOf(element).map(partOfDefinitions) }, element),
      );
    case 'table':
      return tableOf(element);
    default:
      return blocksOf(children);
  }
}

/** Drops a list or table without content. */
const ifFilled = (node: DocNode): DocNode[] => (node.content?.length ? [node] : []);

const filled = (blocks: DocNode[]): DocNode[] => (blocks.length === 0 ? [{ type: 'paragraph' }] : blocks);

/** `loose`: the first text of the item is inside its own paragraph. */
const isLoose = ({ children }: Element): boolean => {
  const first = children.find((child) => !isBlank(child));
  return typeof first === 'object' && first.tag === 'p';
};

function itemOf(item: Element): DocNode {
  const blocks = filled(blocksOf(item.children));
  const content = blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks];
  return directed({ type: 'listItem', attrs: { loose: isLoose(item) }, content }, item);
}

function codeOf({ children }: Element): DocNode {
  const [only] = children;
  const inner =
    children.length === 1 && typeof only === 'object' && only.tag === 'code' ? only.children : children;
  const text = wordsIn(inner);
  return {
    type: 'codeBlock',
    attrs: { coded: inner !== children },
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  };
}

const wordsIn = (nodes: readonly BodyNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsIn(node.children))).join('');

/** An image and its caption. A figure without an image is replaced by its content. */
function figureOf(figure: Element): DocNode[] {
  const [picture, caption, ...others] = elementsOf(figure);
  const isOurs =
    picture?.tag === 'img' && (caption === undefined || caption.tag === 'figcaption') && others.length === 0;
  if (!isOurs || !figure.children.every((child) => typeof child !== 'string' || isBlank(child)))
    return blocksOf(figure.children);
  const line = caption === undefined ? [] : [directed(textblock('figcaption', caption.children), caption)];
  return [directed({ type: 'figure', content: [...blockOf(picture), ...line] }, figure)];
}

const partOfDefinitions = (element: Element): DocNode =>
  directed(
    element.tag === 'dt'
      ? textblock('definitionTerm', element.children)
      : {
          type: 'definition',
          attrs: { loose: isLoose(element) },
          content: filled(blocksOf(element.children)),
        },
    element,
  );

function tableOf(table: Element): DocNode[] {
  const caption = elementsOf(table).find(({ tag }) => tag === 'caption');
  const rows = elementsOf(table).flatMap((part) => {
    if (part.tag === 'tr') return [rowOf(part, false)];
    return part.tag === 'caption' ? [] : elementsOf(part).map((row) => rowOf(row, part.tag === 'tfoot'));
  });
  const content = directed({ type: 'table', content: rows }, table);
  if (caption === undefined || rows.length === 0) return ifFilled(content);
  return [
    {
      type: 'tableFrame',
      content: [directed(textblock('tableCaption', caption.children), caption), content],
    },
  ];
}

const rowOf = (row: Element, foot: boolean): DocNode => ({
  type: 'tableRow',
  attrs: { foot },
  content: elementsOf(row).map(cellOf),
});

function cellOf(cell: Element): DocNode {
  const { colspan, rowspan, scope } = cell.attributes;
  const isHeader = cell.tag === 'th';
  const node = {
    type: isHeader ? 'tableHeader' : 'tableCell',
    attrs: {
      colspan: Number(colspan ?? 1),
      rowspan: Number(rowspan ?? 1),
      loose: isLoose(cell),
      scope: isHeader ? (scope ?? 'none') : null,
    },
    content: filled(blocksOf(cell.children)),
  };
  return directed(node, cell);
}
