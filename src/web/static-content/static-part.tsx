/** Shows a part that travelled as data (see still.ts). Links in it are as alive as everywhere. */
import { createElement, Fragment, type ReactElement } from 'react';
import { SiteLink, type SiteLinkProps } from '#web/ui/site-link.tsx';
import type { StaticContent, StaticNode } from './static-content.ts';

const shown = (node: StaticNode): string | ReactElement => {
  if (typeof node === 'string') return node;
  const [name, attributes, ...children] = node;
  const content = children.map(shown);
  return name === 'Link'
    ? createElement(SiteLink, attributes as unknown as SiteLinkProps, ...content)
    : createElement(name, attributes, ...content);
};

export const StaticPart = ({ part }: { part: StaticContent }) =>
  createElement(Fragment, null, ...(JSON.parse(part) as StaticNode[]).map(shown));
