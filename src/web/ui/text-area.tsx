/** Multi-line text. It grows with its content if the browser supports that, and has a handle otherwise. */
import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

export const TextArea = ({ className = '', rows = 6, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={rows} className={`${controlStyle} field-sizing-content min-h-40 ${className}`} {...rest} />
);
