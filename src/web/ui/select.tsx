/** A native select: on every system it can be searched by typing, and phones show a wheel. */
import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';
import { Icon } from './icon.tsx';

export const Select = ({ className = '', children, ...rest }: ComponentProps<'select'>) => (
  <div className="relative">
    <select className={`${controlStyle} appearance-none pe-11 ${className}`} {...rest}>
      {children}
    </select>
    <Icon
      name="chevron"
      className="pointer-events-none absolute end-3.5 top-1/2 size-5 -translate-y-1/2 text-muted"
    />
  </div>
);
