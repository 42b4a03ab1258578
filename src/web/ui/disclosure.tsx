/** A collapsed section that few users need, with a title that opens it. */
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

type DisclosureProps = Omit<ComponentProps<'details'>, 'title' | 'className'> & { title: ReactNode };

export const Disclosure = ({ title, children, ...rest }: DisclosureProps) => (
  <details className="group/disclosure" {...rest}>
    <summary className="inline-flex min-h-11 list-none items-center gap-2 py-2 font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
      <Icon
        name="chevron"
        className="-ms-1 size-5 transition-transform duration-150 group-open/disclosure:rotate-180"
      />
      {title}
    </summary>
    {children}
  </details>
);
