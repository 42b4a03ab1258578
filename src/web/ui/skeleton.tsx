/** Placeholder of loading content, in its final size. Announce the loading state in text elsewhere. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-wait rounded-sm bg-sunk ${className}`} />
);
