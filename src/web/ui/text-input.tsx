/** One line of text. */
import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

export const TextInput = ({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input type={type} className={`${controlStyle} ${className}`} {...rest} />
);
