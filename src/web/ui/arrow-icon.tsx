/** Decorative arrow for links onward. */
import { IconOf } from './icon.tsx';

export const ArrowIcon = ({ className }: { className: string }) => (
  <IconOf path="M5 12h14M13 6l6 6-6 6" className={className} />
);
