/**
 * The strokes every drawing shares: one line weight, one dotted route, one pin. Colours are the theme's tokens through
 * classes, so a drawing follows light and dark; no `style` attribute, because the content policy refuses it.
 */
import type { ReactNode } from 'react';

export type Drawing = { className?: string };
type Point = { x: number; y: number };

/** The sheet a drawing is made on. It is decoration: the words beside it say everything. */
export const Canvas = ({ className, size = '320 240', children }: Drawing & { size?: string; children: ReactNode }) => (
  <svg
    className={`stroke-ink ${className ?? ''}`}
    viewBox={`0 0 ${size}`}
    fill="none"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);

/** The dotted way from far off to the US: the motif of every picture. */
export const Route = ({ d }: { d: string }) => <path d={d} className="stroke-accent" strokeWidth="3.2" strokeDasharray="0 8" />;

export const Origin = ({ x, y }: Point) => <circle cx={x} cy={y} r="5.5" className="fill-surface stroke-accent" />;

/** `x`, `y` is the point of the pin. */
export const Pin = ({ x, y, scale = 1 }: Point & { scale?: number }) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`} strokeWidth={2.5 / scale}>
    <path d="M0 0c-8-10-13-16-13-24a13 13 0 0 1 26 0c0 8-5 14-13 24z" className="fill-accent" />
    <circle cy="-24" r="4.6" className="fill-surface" />
  </g>
);

/** A form with a folded corner. `tilt` is in degrees around its middle. */
export const Sheet = ({
  x,
  y,
  width,
  height,
  tilt = 0,
  children,
}: Point & { width: number; height: number; tilt?: number; children?: ReactNode }) => (
  <g transform={`rotate(${tilt} ${x + width / 2} ${y + height / 2}) translate(${x} ${y})`}>
    <path d={`M6 6h${width - 16}l16 16v${height - 16}H6z`} className="fill-credit/20 stroke-none" />
    <path d={`M0 0h${width - 16}l16 16v${height - 16}H0z`} className="fill-surface" />
    <path d={`M${width - 16} 0v16h16`} />
    {children}
  </g>
);

/** A scalloped seal around the point, with a star or whatever is put on it. */
export const Seal = ({ x, y, children }: Point & { children?: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-10 8l-5 24 12-5 6 9V12zM10 8l5 24-12-5-6 9V12" className="fill-credit" />
    <path
      d="M0-17A4 4 0 0 1 7.4-15.3 4 4 0 0 1 13.3-10.6 4 4 0 0 1 16.6-3.8 4 4 0 0 1 16.6 3.8 4 4 0 0 1 13.3 10.6 4 4 0 0 1 7.4 15.3 4 4 0 0 1 0 17 4 4 0 0 1-7.4 15.3 4 4 0 0 1-13.3 10.6 4 4 0 0 1-16.6 3.8 4 4 0 0 1-16.6-3.8 4 4 0 0 1-13.3-10.6 4 4 0 0 1-7.4-15.3 4 4 0 0 1 0-17z"
      className="fill-accent"
    />
    {children ?? <Star />}
  </g>
);

export const Star = () => (
  <path d="M0-8.5l2.1 5.6 6 .3-4.7 3.7 1.6 5.8-5-3.3-5 3.3 1.6-5.8-4.7-3.7 6-.3z" className="fill-surface stroke-none" />
);
