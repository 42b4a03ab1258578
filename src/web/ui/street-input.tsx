/** Street and number. Browsers autofill several lines; we store one. */
import type { ComponentProps } from 'react';
import { controlStyle } from './control-style.ts';

export const StreetInput = (props: ComponentProps<'textarea'>) => (
  <textarea
    rows={2}
    maxLength={300}
    required
    aria-required
    className={`${controlStyle} block field-sizing-content min-h-19 resize-none`}
    {...props}
  />
);

/** For the form library: how the field is read. */
export const inOneLine = {
  setValueAs: (text: unknown) => String(text ?? '').replace(/[ ,]*[\r\n]+\s*/g, ', '),
};
