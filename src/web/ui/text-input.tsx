/** One line of text. */
import type { ComponentProps } from 'react';
import { controlLook } from './control-look.ts';

export const TextInput = ({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input type={type} className={`${controlLook} ${className}`} {...rest} />
);
