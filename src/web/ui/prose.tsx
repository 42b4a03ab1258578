/** Prose with paragraphs, lists, and links, for long pages. The line length is limited for readability. */
import type { ReactNode } from 'react';

const style =
  'max-w-line [&_a]:underline [&_a]:decoration-accent [&_a]:underline-offset-4 [&_a:hover]:text-accent [&_h3]:mt-6 [&_h3]:text-lg ' +
  '[&_li]:mt-2 [&_li]:ps-1 [&_li::marker]:text-accent [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:ps-5 [&_p]:mt-3 [&_strong]:font-semibold ' +
  '[&_ul]:mt-3 [&_ul]:list-disc [&_ul]:ps-5';

export const Prose = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <div className={`${style} ${className}`}>{children}</div>
);
