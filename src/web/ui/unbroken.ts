/** A text in which nothing is torn apart that belongs together (see the kernel's `unbroken`). */
import { createElement, Fragment } from 'react';
import { unbroken } from '#kernel/unbroken.ts';

export const Unbroken = ({ text }: { text: string }) =>
  createElement(
    Fragment,
    null,
    ...unbroken(text).map((piece) =>
      typeof piece === 'string' ? piece : createElement('span', { className: 'whitespace-nowrap' }, piece.whole),
    ),
  );
