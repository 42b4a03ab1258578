/**
 * A key figure in the hero of a page, in a `dl`. The term comes first in the document and second on screen.
 */
import type { ReactNode } from 'react';

export const HeroFigure = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end border-t-2 border-ink pt-3">
    <dt className="mt-1 text-muted">{what}</dt>
    <dd className="font-display text-xl font-semibold">{children}</dd>
  </div>
);
