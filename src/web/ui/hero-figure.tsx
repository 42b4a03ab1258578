/** One figure below the first words of a page, in a `dl`. The term comes second to the eye, and first in the document. */
import type { ReactNode } from 'react';

export const HeroFigure = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end border-t-2 border-ink pt-3">
    <dt className="mt-1 text-muted">{what}</dt>
    <dd className="font-display text-xl font-semibold">{children}</dd>
  </div>
);
