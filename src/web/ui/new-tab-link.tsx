/** A link that leaves the page alone, for reading something in the middle of a form. It says that it opens a new tab. */
export const NewTabLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener" className="underline underline-offset-4 hover:text-accent">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
