/** The cards that we take, as small marks on a plate that is white in both themes. */
import type { ReactNode } from 'react';
import { brandName } from '#kernel/card-brands.ts';

const word = { textAnchor: 'middle', fontFamily: 'Arial, Helvetica, sans-serif', fontWeight: 800 } as const;

const marks: Record<string, ReactNode> = {
  visa: (
    <text x="20" y="17.5" fontSize="12.5" fontStyle="italic" fill="#1434cb" {...word}>
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="16" cy="13" r="7" fill="#eb001b" />
      <circle cx="24" cy="13" r="7" fill="#f79e1b" />
      <path d="M20 7.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4Z" fill="#ff5f00" />
    </>
  ),
  amex: (
    <>
      <path d="M4 1h32a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3Z" fill="#006fcf" />
      <text x="20" y="16.5" fontSize="10" fill="#ffffff" {...word}>
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <path d="M39 12v10a3 3 0 0 1-3 3H14c11-2 20-6 25-13Z" fill="#f47216" />
      <text x="20" y="12.5" fontSize="6.6" fill="#1a1a1a" {...word}>
        DISCOVER
      </text>
    </>
  ),
};

export const CardBrands = () => (
  <ul aria-label="Cards we take" className="dim-in-dark flex flex-wrap gap-1.5">
    {Object.entries(marks).map(([brand, mark]) => (
      <li key={brand}>
        <svg viewBox="0 0 40 26" width={40} height={26} className="rounded-sm" aria-hidden="true" focusable="false">
          <rect x="0.5" y="0.5" width="39" height="25" rx="3.5" fill="#ffffff" stroke="#ddd3bf" />
          {mark}
        </svg>
        <span className="sr-only">{brandName(brand)}</span>
      </li>
    ))}
  </ul>
);
