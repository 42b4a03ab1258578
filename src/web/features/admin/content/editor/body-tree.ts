/**
 * Parses the body of a post into a tree of elements. The body is sanitized: every `<` starts or ends an
 * element, attributes are double-quoted, and four characters are escaped as entities. So it needs no DOM
 * parser, which would require trusted markup, and runs in Node tests. Pure.
 */
export type Element = { tag: string; attributes: Readonly<Record<string, string>>; children: BodyNode[] };
export type BodyNode = string | Element;

const voids = new Set(['br', 'hr', 'img']);
const token = /<(\/?)([a-z0-9]+)((?:\s+[a-z]+="[^"]*")*)\s*\/?>|([^<]+)/g;
const attribute = /([a-z]+)="([^"]*)"/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

const decoded = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
export const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
export const escapedAttribute = (text: string): string => escapedText(text).replaceAll('"', '&quot;');

/** Null if the text is not a sanitized body. */
export function treeOf(html: string): BodyNode[] | null {
  const root: Element = { tag: '', attributes: {}, children: [] };
  const open = [root];
  let read = 0;
  for (const { 0: tagText, 1: slash, 2: tag = '', 3: attributes = '', 4: text, index } of html.matchAll(
    token,
  )) {
    if (index !== read) return null;
    read += tagText.length;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decoded(text));
    else if (slash === '/') {
      if (open.length === 1 || open.pop()?.tag !== tag) return null;
    } else {
      const element = { tag, attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (!voids.has(tag)) open.push(element);
    }
  }
  return read === html.length && open.length === 1 ? root.children : null;
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, decoded(value)]),
  );
