/** Several lines of text. The shop's own field for that belongs to one page, whose file would be split in two if the console shared it. */
import type { ComponentProps } from 'react';
import { controlStyle } from '#web/ui/control-style.ts';

export const LongText = ({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={rows} className={`${controlStyle} field-sizing-content min-h-24 ${className}`} {...rest} />
);
