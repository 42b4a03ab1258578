/**
 * The only way in for an SVG: an allowlist that leaves only the drawing. No scripts, no styles, no references
 * except within the same drawing. The output is stable: cleaning twice changes nothing.
 */
import sanitizeHtml from 'sanitize-html';
import { allowedAttributes as allowed, effects, groups, paints, shapes } from './svg-attributes.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const ownPlace = /^#[\w.-]{1,100}$/;
/**
 * The only CSS function allowed in a value, besides transforms and colors, is a reference to paint in the
 * same drawing.
 */
const badValue = /url\s*\((?!\s*["']?#[\w.-]+["']?\s*\))|(?:java|vb)script|data:|expression|@import|\\|&/i;

function goodAttributes(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { 'xlink:href': linked, ...own } = attributes;
  const all = linked === undefined || own.href !== undefined ? own : { ...own, href: linked };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => {
      if (!allowed.has(name)) return false;
      if (name === 'href') return ownPlace.test(value);
      if (name === 'xmlns') return value === svgNamespace;
      return !badValue.test(value);
    }),
  );
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...groups, ...shapes, ...paints, ...effects],
  allowedAttributes: { '*': [...allowed] },
  allowedSchemes: [],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'SCRIPT',
    'Script',
    'style',
    'foreignObject',
    'iframe',
    'handler',
    'animate',
    'set',
    'audio',
    'video',
  ],
  nestingLimit: 70,
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  transformTags: {
    '*': (tagName, attributes) => ({ tagName, attribs: goodAttributes(attributes) }),
    svg: (tagName, attributes) => ({
      tagName,
      attribs: { ...goodAttributes(attributes), xmlns: svgNamespace },
    }),
  },
};

/** Null for a file that is not a drawing, or whose cleaned form changes when cleaned again. */
export function cleanSvg(text: string): string | null {
  const clean = sanitizeHtml(text.replace(/^\ufeff/, ''), rules).trim();
  const drawing = clean.slice(Math.max(0, clean.indexOf('<svg')));
  if (!/^<svg[\s>]/.test(drawing) || !/(<\/svg>|\/>)$/.test(drawing)) return null;
  return sanitizeHtml(drawing, rules) === drawing ? drawing : null;
}

/** The declared size in whole pixels; 0 when none is declared. */
export function sizeOfSvg(svg: string): { width: number; height: number } {
  const [opening = ''] = /^<svg[^>]*>/.exec(svg) ?? [];
  const box = /viewBox="\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(opening);
  const side = (name: string, fromBox: string | undefined): number =>
    Math.min(
      100_000,
      Math.round(Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(opening)?.[1] ?? fromBox ?? 0)) || 0,
    );
  return { width: side('width', box?.[1]), height: side('height', box?.[2]) };
}
