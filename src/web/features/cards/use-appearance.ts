/**
 * Appearance of the card fields, read from our design tokens, so the processor's frame matches our own fields
 * in both themes.
 */
import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

const darkQuery = '(prefers-color-scheme: dark)';

function readAppearance(isDark: boolean): Appearance {
  const styles = getComputedStyle(document.documentElement);
  // Matches our own fields, whose text scales a little with the screen.
  const fieldSize = getComputedStyle(document.body).fontSize;
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('muted'),
      colorDanger: token('danger'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: fieldSize,
      fontSizeSm: '15px',
      borderRadius: '10px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
    },
    rules: {
      '.Input': {
        border: `1px solid ${token('field')}`,
        boxShadow: 'none',
        fontSize: fieldSize,
        lineHeight: '26px',
        padding: '10px 14px',
      },
      '.Input:focus': {
        border: `1px solid ${token('accent')}`,
        outline: `3px solid ${token('accent')}`,
        outlineOffset: '2px',
        boxShadow: 'none',
      },
      '.Label': { fontSize: fieldSize, fontWeight: '500' },
    },
  };
}

/** Null until the tokens can be read, which is only possible in the browser. */
export function useAppearance(): Appearance | null {
  const [appearance, setAppearance] = useState<Appearance | null>(null);
  useEffect(() => {
    const query = window.matchMedia(darkQuery);
    const read = () => setAppearance(readAppearance(query.matches));
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return appearance;
}
