/**
 * One small postage stamp per state, each with what the place is known for. Drawn for the dark band and in the stamp's own
 * two colours, so the paper stays paper in both themes.
 */
import type { ReactNode } from 'react';
import type { Drawing } from './parts.tsx';

const scenes = {
  Wyoming: (
    <>
      <path d="M10 78l20-34 11 14 15-26 26 46z" className="fill-credit" />
      <path d="M56 32l-9 16 7 5 5-5 7 4zM30 44l-6 10 6 3 5-4z" className="fill-ink" />
    </>
  ),
  'South Dakota': (
    <>
      <circle cx="60" cy="38" r="10" className="fill-accent" />
      <path d="M10 84V66h12v-8h14v6h10v-12h16v10h12v8h10v14z" className="fill-credit" />
      <path d="M10 74h74M22 66h52" />
    </>
  ),
  Nevada: (
    <>
      <circle cx="28" cy="38" r="9" className="fill-accent" />
      <path d="M10 84q36-18 74 0z" className="fill-credit" />
      <path d="M58 78V36M58 62h-12v-12M58 54h11V44" strokeWidth="6" className="stroke-credit" />
    </>
  ),
  Texas: (
    <>
      <path d="M10 84V70q38-14 74 0v14z" className="fill-credit" />
      <path d="M47 24l5.6 15 16 .8-12.5 10 4.2 15.4L47 56.5l-13.3 8.7 4.2-15.4-12.5-10 16-.8z" className="fill-accent" />
    </>
  ),
  Florida: (
    <>
      <path d="M10 84V72q9-7 18 0t19 0 19 0 18 0v12z" className="fill-credit" />
      <path d="M52 72q-8-18-2-36" strokeWidth="4" />
      <path
        d="M50 36q-14-14-26 0 14-4 26 0zM50 36q14-14 26 0-14-4-26 0zM50 36q-14 2-16 18 8-12 16-18zM50 36q12 4 14 18-6-12-14-18z"
        className="fill-accent"
      />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type StampedState = keyof typeof scenes;

export const StateStamp = ({ state, className }: Drawing & { state: StampedState }) => (
  <svg
    className={`stroke-ink ${className ?? ''}`}
    viewBox="0 0 94 104"
    fill="none"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <rect x="2" y="2" width="90" height="100" className="fill-surface" strokeDasharray="0.1 6" strokeWidth="4" />
    <rect x="10" y="10" width="74" height="74" className="fill-sunk stroke-none" />
    {scenes[state]}
    <rect x="10" y="10" width="74" height="74" />
    <path d="M10 93h30M74 93h10" strokeWidth="3" />
  </svg>
);
