/**
 * The logo mark and the name. The mark is an S-shaped route from an open ring to the accent dot. The name is
 * real text, so a link around `Wordmark` needs no other label.
 */
type Drawing = { className?: string };

export const Mark = ({ className }: Drawing) => (
  <svg
    className={className}
    viewBox="0 0 32 32"
    fill="none"
    strokeLinecap="round"
    aria-hidden="true"
    focusable="false"
  >
    <rect width="32" height="32" rx="7.5" className="fill-ink" />
    <path
      d="M9 23.8h9.6a3.9 3.9 0 0 0 0-7.8h-5.2a3.9 3.9 0 0 1 0-7.8h7.6"
      className="stroke-paper"
      strokeWidth="3.2"
    />
    <circle cx="8.6" cy="23.8" r="2.7" className="fill-ink stroke-paper" strokeWidth="2.2" />
    <circle cx="23.2" cy="8.2" r="4" className="fill-accent" />
  </svg>
);

export const Wordmark = ({ className }: Drawing) => (
  <span className={`inline-flex items-center gap-2.5 ${className ?? ''}`}>
    <Mark className="size-8 shrink-0" />
    <span className="font-display text-xl leading-none font-semibold tracking-tight">Stateside</span>
  </span>
);
