/** Shows a part that travelled as data (see still.ts). Links in it are as alive as everywhere. */
import { createElement, Fragment, type ReactElement } from 'react';
import { SiteLink, type SiteLinkProps } from '#web/ui/site-link.tsx';
import type { Still, StillNode } from './still.ts';

const shown = (node: StillNode): string | ReactElement => {
  if (typeof node === 'string') return node;
  const [name, attributes, ...children] = node;
  const content = children.map(shown);
  return name === 'Link'
    ? createElement(SiteLink, attributes as unknown as SiteLinkProps, ...content)
    : createElement(name, attributes, ...content);
};

export const StillPart = ({ part }: { part: Still }) => createElement(Fragment, null, ...(JSON.parse(part) as StillNode[]).map(shown));
