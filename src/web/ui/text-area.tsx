/** Several lines of text. It grows with what is written where the browser can do that, and by its handle elsewhere. */
import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

export const TextArea = ({ className = '', rows = 6, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={rows} className={`${controlStyle} field-sizing-content min-h-40 ${className}`} {...rest} />
);
