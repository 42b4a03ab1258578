/** The place of something that is on its way, in its true size. Say in words elsewhere that it is loading. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-wait rounded-sm bg-sunk ${className}`} />
);
