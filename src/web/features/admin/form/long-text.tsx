/**
 * A multiline text field. The shop's own component belongs to one page; sharing it would split that page's
 * bundle in two.
 */
import type { ComponentProps } from 'react';
import { controlStyle } from '#web/ui/control-style.ts';

export const LongText = ({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={rows} className={`${controlStyle} field-sizing-content min-h-24 ${className}`} {...rest} />
);
