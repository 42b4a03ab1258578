/** Expands the document type of a drawing, where editors define entities for colors and namespaces. */
import { DomainError } from '#kernel/errors.ts';

const entitiesAtMost = 100;
const expandedAtMost = 500_000;

const refused = (): DomainError =>
  new DomainError(
    'picture_broken',
    'This drawing has a document type that cannot be read. Save it as plain SVG and try again',
  );

/** The text without its document type, with its entities expanded. Throws `picture_broken`. */
export function withoutDoctype(text: string): string {
  const start = text.indexOf('<!DOCTYPE');
  if (start < 0 || start > beginningOf(text)) return text;
  const { end, entities } = readDoctype(text, start);
  return expand(text.slice(0, start) + text.slice(end), entities);
}

/** Where the drawing itself starts. */
const beginningOf = (text: string): number => {
  const at = text.search(/<[A-Za-z_]/);
  return at < 0 ? text.length : at;
};

function readDoctype(text: string, start: number): { end: number; entities: Map<string, string> } {
  const head =
    /<!DOCTYPE\s+[\w:.-]+\s*(?:SYSTEM\s*(?:"[^"]*"|'[^']*')\s*|PUBLIC\s*(?:"[^"]*"|'[^']*')\s*(?:(?:"[^"]*"|'[^']*')\s*)?)?/y;
  head.lastIndex = start;
  if (!head.test(text)) throw refused();
  const at = head.lastIndex;
  if (text[at] === '>') return { end: at + 1, entities: new Map() };
  if (text[at] !== '[') throw refused();
  const { end, entities } = readSubset(text, at + 1);
  const close = /\s*>/y;
  close.lastIndex = end;
  if (!close.test(text)) throw refused();
  return { end: close.lastIndex, entities };
}

/** Whitespace, a comment, an entity with a plain value, or a declaration without effect on rendering. */
const parts = [
  /\s+/y,
  /<!--(?:(?!-->)[\s\S])*-->/y,
  /<!ENTITY\s+([\w:.-]{1,100})\s+(?:"([^"<%]{0,1000})"|'([^'<%]{0,1000})')\s*>/y,
  /<!(?:ELEMENT|ATTLIST|NOTATION)\s[^<>[\]]*>/y,
];

function readSubset(text: string, start: number): { end: number; entities: Map<string, string> } {
  const entities = new Map<string, string>();
  let at = start;
  while (text[at] !== ']') {
    const found = parts
      .map((part) => {
        part.lastIndex = at;
        return part.exec(text);
      })
      .find((match) => match !== null);
    if (!found) throw refused();
    const [declaration, name, doubleQuoted, singleQuoted] = found;
    if (name !== undefined) define(entities, name, doubleQuoted ?? singleQuoted ?? '');
    at += declaration.length;
  }
  return { end: at + 1, entities };
}

/**
 * Rejects values that reference other entities, which could multiply. The first definition of a name wins.
 */
function define(entities: Map<string, string>, name: string, value: string): void {
  if (/&(?!#\w{1,8};|(?:amp|lt|gt|quot|apos);)/.test(value) || entities.size >= entitiesAtMost)
    throw refused();
  if (!entities.has(name)) entities.set(name, value.replaceAll('"', '&quot;').replaceAll("'", '&apos;'));
}

const builtIn = /^(?:amp|lt|gt|quot|apos)$/;

function expand(text: string, entities: ReadonlyMap<string, string>): string {
  let length = text.length;
  return text.replace(/&([A-Za-z_][\w:.-]{0,99});/g, (reference, name: string) => {
    if (builtIn.test(name)) return reference;
    const value = entities.get(name);
    if (value === undefined) throw refused();
    length += value.length;
    if (length > expandedAtMost) throw new DomainError('content_too_complex');
    return value;
  });
}
