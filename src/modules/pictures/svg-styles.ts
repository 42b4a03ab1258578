/**
 * Converts style sheets and `style` attributes of a drawing to presentation attributes. Those survive
 * cleaning, and no browser parses an uploaded style sheet. A property without an attribute is rejected with
 * advice, unless it has no visible effect.
 */
import * as csstree from 'css-tree';
import { querySelectorAll, type XastElement, type XastRoot } from 'svgo';
import { DomainError } from '#kernel/errors.ts';
import { geometry, presentation } from './svg-attributes.ts';

const advice =
  'Save it again with presentation attributes: in Illustrator choose them under Styling, in Inkscape save as plain SVG, in Figma export as SVG';
const refuse = (what: string): never => {
  throw new DomainError('picture_broken', `This drawing uses ${what}, which cannot be kept. ${advice}`);
};

const rulesAtMost = 1_000;

type Declared = { property: string; value: string; weight: readonly number[] };
type Rule = {
  selectors: { text: string; specificity: readonly number[] }[];
  declarations: csstree.Declaration[];
};

/**
 * Removes `style` elements and attributes from the tree. Throws `picture_broken` and `content_too_complex`.
 */
export function inlineStyles(
  root: XastRoot,
  elements: readonly XastElement[],
  sheets: readonly string[],
): void {
  const declared = new Map<XastElement, Declared[]>();
  const add = (element: XastElement, list: Declared[]): void => {
    declared.set(element, [...(declared.get(element) ?? []), ...list]);
  };
  const rules = sheets.flatMap(rulesOf);
  if (rules.length > rulesAtMost) throw new DomainError('content_too_complex');
  for (const [order, { selectors, declarations }] of rules.entries())
    for (const { text, specificity } of selectors)
      for (const element of matches(root, text))
        add(element, weighted(declarations, [0, ...specificity, order]));
  for (const element of elements) {
    const { style } = element.attributes;
    delete element.attributes.style;
    if (style !== undefined) add(element, weighted(declarationsOf(style), [1, 0, 0, 0, 0]));
  }
  for (const [element, list] of declared) apply(element, winnersOf(list));
}

const isSilent = (text: string): boolean =>
  /:(?:hover|active|focus|focus-visible|focus-within|visited|target)\b/.test(text);

function matches(root: XastRoot, selector: string): XastElement[] {
  // Interactive states such as hover do not apply to an image.
  if (isSilent(selector)) return [];
  try {
    return querySelectorAll(root, selector).filter((node): node is XastElement => node.type === 'element');
  } catch {
    return refuse(`the style ${selector.slice(0, 60)}`);
  }
}

function parse<Node extends csstree.CssNode>(
  css: string,
  context: 'stylesheet' | 'declarationList',
  type: Node['type'],
): Node {
  const found = csstree.parse(css, { context, parseValue: false, parseCustomProperty: false });
  return found.type === type ? (found as Node) : refuse('a style sheet with errors');
}

function declarationsOf(css: string): csstree.Declaration[] {
  const list = parse<csstree.DeclarationList>(css, 'declarationList', 'DeclarationList');
  return list.children.toArray().filter((node): node is csstree.Declaration => node.type === 'Declaration');
}

function rulesOf(css: string): Rule[] {
  return parse<csstree.StyleSheet>(css, 'stylesheet', 'StyleSheet')
    .children.toArray()
    .flatMap((node) =>
      node.type === 'Atrule' ? rulesOfAtrule(node) : node.type === 'Rule' ? [ruleOf(node)] : [],
    );
}

/** Rules for other media are ignored; rules for screens apply. */
function rulesOfAtrule({ name, prelude, block }: csstree.Atrule): Rule[] {
  const condition = prelude === null ? '' : csstree.generate(prelude);
  const isMedia = name.toLowerCase() === 'media';
  if (isMedia && /^(?:screen|all|only screen)$/i.test(condition))
    return (block?.children.toArray() ?? []).flatMap((node) => (node.type === 'Rule' ? [ruleOf(node)] : []));
  if (/^(?:charset|namespace)$/i.test(name) || (isMedia && /^print$/i.test(condition))) return [];
  if (/^font-face$/i.test(name))
    throw new DomainError(
      'picture_broken',
      'This drawing has an embedded font, which is not supported. Convert the text to outlines and save it again',
    );
  return refuse(`@${name}`);
}

function ruleOf({ prelude, block }: csstree.Rule): Rule {
  if (prelude.type !== 'SelectorList') return refuse('a style sheet with errors');
  return {
    selectors: prelude.children
      .toArray()
      .map((selector) => ({ text: csstree.generate(selector), specificity: specificityOf(selector) })),
    declarations: block.children
      .toArray()
      .filter((node): node is csstree.Declaration => node.type === 'Declaration'),
  };
}

/** Counts IDs, then classes and similar, then element names (Selectors 4, section 17). */
function specificityOf(selector: csstree.CssNode): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  csstree.walk(selector, ({ type }) => {
    if (type === 'IdSelector') counts[0] += 1;
    else if (type === 'ClassSelector' || type === 'AttributeSelector' || type === 'PseudoClassSelector')
      counts[1] += 1;
    else if (type === 'TypeSelector') counts[2] += 1;
  });
  return counts;
}

const weighted = (declarations: csstree.Declaration[], weight: readonly number[]): Declared[] =>
  declarations.map(({ property, value, important }) => ({
    property: property.startsWith('--') ? property : property.toLowerCase(),
    value: csstree.generate(value).trim(),
    weight: [important ? 1 : 0, ...weight],
  }));

/** For equal specificity, the last declaration wins. */
function winnersOf(list: readonly Declared[]): Map<string, string> {
  const winners = new Map<string, Declared>();
  for (const declaration of list) {
    const other = winners.get(declaration.property);
    if (other === undefined || compare(declaration.weight, other.weight) >= 0)
      winners.set(declaration.property, declaration);
  }
  return new Map([...winners].map(([property, { value }]) => [property, value]));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Visible properties that have no attribute, with their values that have no effect. */
const seen: Record<string, RegExp> = {
  'mix-blend-mode': /^normal$/,
  'backdrop-filter': /^none$/,
  clip: /^auto$/,
  font: /^inherit$/,
  all: /^$/,
  'transform-origin': /^(?:0(?:px)?|top|left)(?: (?:0(?:px)?|top|left))?$/,
  translate: /^none$/,
  rotate: /^none$/,
  scale: /^none$/,
  'offset-path': /^none$/,
  animation: /^none$/,
  'animation-name': /^none$/,
  'text-transform': /^none$/,
  'writing-mode': /^(?:lr|lr-tb|horizontal-tb)$/,
  'shape-inside': /^(?:none|auto)$/,
  'inline-size': /^(?:0|auto)$/,
};

function apply(element: XastElement, winners: ReadonlyMap<string, string>): void {
  for (const [property, value] of winners) {
    if (/\b(?:var|calc|env|attr)\(/i.test(value)) refuse(`${property}: ${value.slice(0, 40)}`);
    if (property === 'marker')
      for (const place of ['start', 'mid', 'end']) element.attributes[`marker-${place}`] = value;
    else if (property === 'transform') element.attributes.transform = transformOf(value);
    else if (presentation.has(property) || geometry.has(property)) element.attributes[property] = value;
    else if (seen[property]?.test(value) === false) refuse(`${property}: ${value.slice(0, 40)}`);
  }
}

/** An attribute has no units: lengths are pixels, and angles are degrees. */
function transformOf(value: string): string {
  if (value === 'none') return '';
  const plain = value.replaceAll(/(?<=\d)(?:px|deg)\b/g, '');
  return /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([-+\d.e,\s]*\)\s*)+$/.test(plain)
    ? plain
    : refuse(`transform: ${value.slice(0, 40)}`);
}
