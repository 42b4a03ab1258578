/** A spinner. Decorative: the caller says in text what it is waiting for. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <svg
    className={`shrink-0 animate-turn ${className}`}
    viewBox="0 0 24 24"
    fill="none"
    strokeWidth="2.6"
    aria-hidden="true"
    focusable="false"
  >
    <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.25" />
    <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
  </svg>
);
