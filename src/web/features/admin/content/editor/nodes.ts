/**
 * The editor's schema: a node for each element that an author may write. Lists, tables, and marks are
 * Tiptap's, extended with the scope of table headings and whether an item's text has its own paragraph.
 */
import { Extension, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { ListItem } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { isGoodAddress, isOwnPicture } from './addresses.ts';

/** Stored in the document, but neither copied nor pasted. */
const ofDocument = <T>(value: T) => ({ default: value, rendered: false, parseHTML: () => value });

const Item = ListItem.extend({ addAttributes: () => ({ loose: ofDocument(false) }) });
const Row = TableRow.extend({ addAttributes: () => ({ foot: ofDocument(false) }) });
const Cell = TableCell.extend({
  addAttributes() {
    return { ...this.parent?.(), loose: ofDocument(false), scope: ofDocument(null) };
  },
});
const Heading = TableHeader.extend({
  addAttributes() {
    const scope = {
      default: null,
      parseHTML: (element: { getAttribute(name: string): string | null }) =>
        /^(col|row)$/.exec(element.getAttribute('scope') ?? '')?.[0] ?? null,
      renderHTML: ({ scope: value }: Record<string, unknown>) =>
        value === 'col' || value === 'row' ? { scope: value } : {},
    };
    return { ...this.parent?.(), loose: ofDocument(false), scope };
  },
});
/** Without column widths, which would be inline styles. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
});

const TableFrame = Node.create({
  name: 'tableFrame',
  group: 'block',
  content: 'tableCaption table',
  isolating: true,
  renderHTML: () => ['section', 0],
});
const TableCaption = Node.create({
  name: 'tableCaption',
  content: 'inline*',
  defining: true,
  renderHTML: ({ HTMLAttributes }) => ['p', mergeAttributes(HTMLAttributes, { class: 'caption' }), 0],
});

const Coded = CodeBlock.extend({ addAttributes: () => ({ coded: ofDocument(true) }) });
/** Code may be bold or a link. */
const OpenCode = Code.extend({ excludes: '' });

const DefinitionList = Node.create({
  name: 'definitionList',
  group: 'block',
  content: '(definitionTerm | definition)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: ({ HTMLAttributes }) => ['dl', HTMLAttributes, 0],
});
const DefinitionTerm = Node.create({
  name: 'definitionTerm',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: ({ HTMLAttributes }) => ['dt', HTMLAttributes, 0],
});
const Definition = Node.create({
  name: 'definition',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ loose: ofDocument(false) }),
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: ({ HTMLAttributes }) => ['dd', HTMLAttributes, 0],
});

const pictureAttributes = () => ({
  src: { default: '' },
  alt: { default: '' },
  width: { default: '' },
  height: { default: '' },
});
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: pictureAttributes,
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => isOwnPicture(element.getAttribute('src') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
const InlinePicture = Node.create({
  name: 'inlinePicture',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: pictureAttributes,
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'picture figcaption?',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});
const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

const Link = Mark.create({
  name: 'link',
  priority: 1_000,
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => isGoodAddress(element.getAttribute('href') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});
const Abbreviation = Mark.create({
  name: 'abbreviation',
  priority: 990,
  inclusive: false,
  addAttributes: () => ({ title: { default: null } }),
  parseHTML: () => [{ tag: 'abbr' }],
  renderHTML: ({ HTMLAttributes }) => ['abbr', HTMLAttributes, 0],
});
const small = (name: string, tag: 'sub' | 'sup') =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

/** Text direction of a block, as set by the author. */
const Direction = Extension.create({
  name: 'direction',
  addGlobalAttributes: () => [
    {
      types: [
        ...[
          'paragraph',
          'heading',
          'bulletList',
          'orderedList',
          'listItem',
          'blockquote',
          'codeBlock',
          'figure',
          'figcaption',
        ],
        ...[
          'definitionList',
          'definitionTerm',
          'definition',
          'table',
          'tableCaption',
          'tableCell',
          'tableHeader',
        ],
      ],
      attributes: {
        dir: {
          default: null,
          parseHTML: (element) => /^(?:ltr|rtl|auto)$/.exec(element.getAttribute('dir') ?? '')?.[0] ?? null,
          renderHTML: ({ dir }) => (typeof dir === 'string' ? { dir } : {}),
        },
      },
    },
  ],
});

export const extensions: Extensions = [
  Direction,
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    listItem: false,
    code: false,
    codeBlock: false,
    link: false,
    strike: false,
    underline: false,
  }),
  ...[Item, Coded, OpenCode, Link, Abbreviation, small('subscript', 'sub'), small('superscript', 'sup')],
  ...[PlainTable.configure({ resizable: false }), Row, Cell, Heading, TableFrame, TableCaption],
  ...[DefinitionList, DefinitionTerm, Definition, Picture, InlinePicture, Figure, Figcaption],
];
