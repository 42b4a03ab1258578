/**
 * The primary action of a screen on a phone, where the header is scrolled away. Toasts appear above it
 * (`above-bottom-bar` in the styles).
 */
import type { ReactNode } from 'react';

export const BottomBar = ({ children }: { children: ReactNode }) => (
  <div
    data-bottom-bar=""
    className="sticky bottom-0 z-20 -mx-4 -mb-6 border-t border-line bg-paper p-3 sm:hidden"
  >
    {children}
  </div>
);
