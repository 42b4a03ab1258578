/** One line of text. */
import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

/** Browsers rewrite international domains in `email` inputs. A text input does not. */
const emailInput = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

export const TextInput = ({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input
    {...(type === 'email' ? emailInput : { type })}
    className={`${controlStyle} ${className}`}
    {...rest}
  />
);
