/**
 * Parts of a page that never change in the browser travel to it as data and not as program: their words are then in the page only, and no
 * script repeats them. `toStill` runs in loaders, so what a part is written with stays on the server; `StillPart` shows it on both sides.
 */
import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { type Piece, unbroken } from '#kernel/unbroken.ts';
import { SiteLink } from '#web/ui/site-link.tsx';

/** A name of HTML or SVG, or `Link` for the one component that is alive; then its attributes, and what stands in it. */
export type StaticElement = readonly [name: string, attributes: Record<string, string | number | boolean>, ...children: StaticNode[]];
export type StaticNode = string | StaticElement;

/** The nodes as JSON: as one text they cost a third of what they cost as values of their own, beside the same words in the page. */
export type StaticContent = string & { readonly __kind: 'still' };

/** Draws all components but links, and keeps together what must not be torn apart at the end of a line. Throws for one with a life of its own: it would be static for ever. */
export const toStaticContent = (node: ReactNode): StaticContent => JSON.stringify(nodesOf(node)) as StaticContent;

function nodesOf(node: ReactNode): StaticNode[] {
  const found: StaticNode[] = [];
  const addText = (text: string): void => {
    const last = found.at(-1);
    if (typeof last === 'string') found[found.length - 1] = last + text;
    else found.push(text);
  };
  const add = (part: ReactNode): void => {
    if (Array.isArray(part)) part.forEach(add);
    else if (typeof part === 'string' || typeof part === 'number') addText(String(part));
    else if (isValidElement(part)) addElement(part as ReactElement<Attributes>);
    else if (part !== null && part !== undefined && typeof part !== 'boolean') throw new TypeError('This cannot travel as data');
  };
  const addElement = ({ type, props }: ReactElement<Attributes>): void => {
    if (type === Fragment) return add(props.children);
    if (typeof type === 'function' && type !== SiteLink) return add((type as (props: Attributes) => ReactNode)(props));
    if (typeof type !== 'string' && type !== SiteLink) throw new TypeError('This component cannot travel as data');
    const { children, ...rest } = props;
    found.push([typeof type === 'string' ? type : 'Link', plain(rest), ...nodesOf(children)]);
  };
  add(node);
  return found.flatMap((one) => (typeof one === 'string' ? unbroken(one).map(toNode) : [one]));
}

const toNode = (piece: Piece): StaticNode =>
  typeof piece === 'string' ? piece : ['span', { className: 'whitespace-nowrap' }, piece.whole];

type Attributes = { children?: ReactNode; [name: string]: unknown };

function plain(attributes: Record<string, unknown>): StaticElement[1] {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
  const strange = given.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value));
  if (strange) throw new TypeError(`The attribute ${strange[0]} cannot travel as data`);
  return Object.fromEntries(given) as StaticElement[1];
}
