/**
 * Simplifies an editor's SVG to elements and presentation attributes: style sheets become attributes,
 * prefixes are removed, and editor data is dropped. Anything whose removal would change the rendering is
 * rejected with advice.
 */
import { optimize, type XastChild, type XastElement, type XastParent, type XastRoot } from 'svgo';
import { DomainError } from '#kernel/errors.ts';
import { effects, groups, paints, shapes } from './svg-attributes.ts';
import { inlineStyles } from './svg-styles.ts';
import { withoutDoctype } from './svg-doctype.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const depthAtMost = 60;
const elementsAtMost = 20_000;
/** The number of drawn elements when each `use` and pattern is expanded. */
const drawnAtMost = 100_000;

const drawable = new Set([...shapes, ...groups, ...paints, ...effects]);
/** Invisible elements: scripts, metadata, and fonts that no browser reads. */
const unseen = new Set([
  'script',
  'handler',
  'metadata',
  'view',
  'cursor',
  'color-profile',
  'font',
  'font-face',
  'tref',
  'listener',
  'prefetch',
]);
const moving = new Set(['animate', 'animateTransform', 'animateMotion', 'animateColor', 'set', 'discard']);

const refusal = (sentence: string): DomainError => new DomainError('picture_broken', sentence);

/** Throws `picture_broken` with advice, and `content_too_complex`. */
export function flatSvg(text: string): string {
  const plain = withoutDoctype(text);
  try {
    return optimize(plain, { plugins: [{ name: 'flatten', fn: flatten }] }).data;
  } catch (error) {
    if (error instanceof DomainError || error instanceof RangeError) throw error;
    throw new DomainError('picture_broken');
  }
}

type Found = { elements: XastElement[]; sheets: string[] };
type Names = ReadonlyMap<string, string>;

function flatten(root: XastRoot): null {
  const found: Found = { elements: [], sheets: [] };
  root.children = partsOf(root, new Map(), 0, found);
  inlineStyles(root, found.elements, found.sheets);
  for (const element of found.elements) delete element.attributes.class;
  assertDrawable(found.elements);
  return null;
}

function partsOf(parent: XastParent, outer: Names, depth: number, found: Found): XastChild[] {
  if (depth > depthAtMost)
    throw refusal('This drawing has more than 60 nested groups. Ungroup some and save it again');
  return parent.children.flatMap((child) => {
    if (child.type === 'text' || child.type === 'cdata') return [child];
    if (child.type !== 'element') return [];
    const names = namesIn(child, outer);
    const name = localName(child.name, names);
    return name === null ? [] : partOf(child, { name, names, parent, depth, found });
  });
}

type Place = { name: string; names: Names; parent: XastParent; depth: number; found: Found };

function partOf(element: XastElement, { name, names, parent, depth, found }: Place): XastChild[] {
  if (unseen.has(name)) return [];
  if (name === 'style') {
    found.sheets.push(...sheetIn(element));
    return [];
  }
  const isInSwitch = parent.type === 'element' && parent.name === 'switch';
  // Illustrator puts its own data there, next to a fallback for other programs.
  if (isInSwitch && (name === 'foreignObject' || isConditional(element))) return [];
  assertSupported(name);
  if (found.elements.length >= elementsAtMost) throw new DomainError('content_too_complex');
  found.elements.push(element);
  element.name = name;
  element.attributes = attributesOf(element, names);
  element.children = partsOf(element, names, depth + 1, found);
  const isInText = parent.type === 'element' && /^t(?:ext|span|extPath)$/.test(parent.name);
  if (name === 'switch') element.children = element.children.slice(0, 1);
  if (name === 'switch' || name === 'a') element.name = isInText ? 'tspan' : 'g';
  return [element];
}

function assertSupported(name: string): void {
  if (drawable.has(name) || name === 'switch' || name === 'a') return;
  if (name === 'image' || name === 'feImage')
    throw refusal(
      'This drawing contains a picture, which is not supported. Remove it, or upload that picture itself as PNG or JPEG',
    );
  if (name === 'foreignObject')
    throw refusal(
      'This drawing contains HTML text, which is not supported. Convert the text to outlines and save it again',
    );
  if (moving.has(name))
    throw refusal('This drawing is animated, which is not supported. Remove the animation and save it again');
  throw refusal(
    `This drawing contains an unsupported part: ${name.slice(0, 40)}. Convert it to paths and save it as plain SVG`,
  );
}

const isConditional = ({ attributes }: XastElement): boolean =>
  'systemLanguage' in attributes || 'requiredExtensions' in attributes;

function sheetIn({ attributes, children }: XastElement): string[] {
  const { type = 'text/css', media = 'all' } = attributes;
  if (!/^(?:text\/css)?$/i.test(type.trim()) || !/^(?:all|screen)?$/i.test(media.trim())) return [];
  return [
    children.map((child) => (child.type === 'text' || child.type === 'cdata' ? child.value : '')).join(''),
  ];
}

/** The namespaces by prefix; the default one has an empty prefix. */
function namesIn({ attributes }: XastElement, outer: Names): Names {
  const namespaces = Object.entries(attributes).filter(
    ([name]) => name === 'xmlns' || name.startsWith('xmlns:'),
  );
  return namespaces.length === 0
    ? outer
    : new Map([...outer, ...namespaces.map(([name, uri]) => [name.slice(6), uri] as const)]);
}

const splitName = (name: string): [prefix: string, local: string] => {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
};

/** Null for elements outside SVG, such as editor data. */
function localName(name: string, names: Names): string | null {
  const [prefix, local] = splitName(name);
  const uri = names.get(prefix) ?? (prefix === '' ? svgNamespace : '');
  return uri === svgNamespace ? local : null;
}

function attributesOf({ attributes }: XastElement, names: Names): Record<string, string> {
  const plain = Object.entries(attributes).filter(([name]) => !name.includes(':') && name !== 'xmlns');
  const [, link] =
    Object.entries(attributes).find(([name]) => {
      const [prefix, local] = splitName(name);
      return (
        local === 'href' &&
        prefix !== '' &&
        (names.get(prefix) ?? (prefix === 'xlink' ? xlinkNamespace : '')) === xlinkNamespace
      );
    }) ?? [];
  return { ...(link === undefined ? {} : { href: link }), ...Object.fromEntries(plain) };
}

const references = /url\(\s*["']?#([\w.-]+)["']?\s*\)/g;
/** Elements that are drawn once per reference, unlike gradients and filters. */
const repeated = new Set(['pattern', 'mask', 'clipPath', 'marker']);

/** A few nested uses can expand to millions of shapes in every visitor's browser. */
function assertDrawable(elements: readonly XastElement[]): void {
  const byId = new Map(elements.map((element) => [element.attributes.id ?? '', element]));
  const sizes = new Map<XastElement, number>();
  const open = new Set<XastElement>();
  const sizeOf = (element: XastElement): number => {
    const cached = sizes.get(element);
    if (cached !== undefined) return cached;
    // Browsers do not draw an element that contains itself.
    if (open.has(element)) return 0;
    open.add(element);
    let size = 1;
    for (const child of element.children) if (child.type === 'element') size += sizeOf(child);
    for (const target of targetsOf(element, byId)) size += sizeOf(target);
    open.delete(element);
    sizes.set(element, size);
    return size;
  };
  const [root] = elements;
  if (root !== undefined && sizeOf(root) > drawnAtMost)
    throw refusal('This drawing repeats its parts more than 100,000 times. Simplify it and save it again');
}

function targetsOf({ name, attributes }: XastElement, byId: ReadonlyMap<string, XastElement>): XastElement[] {
  const used = name === 'use' ? [byId.get((attributes.href ?? '').slice(1))] : [];
  const named = Object.entries(attributes).flatMap(([attribute, value]) =>
    attribute === 'id' ? [] : [...value.matchAll(references)].map(([, id = '']) => byId.get(id)),
  );
  return [...used, ...named.filter((target) => target !== undefined && repeated.has(target.name))].filter(
    (target) => target !== undefined,
  );
}
