/** Geometry of the credit gauge: a half circle from $0 to $50,000, in four segments. */
import { creditTerms } from '#kernel/credit-terms.ts';
import { type Cents, cents } from '#kernel/money.ts';

export const gaugeSegments = 4;
export const gaugeEnd = creditTerms.highestLimit;

/** From 0 to 1. The needle stays on the scale for any amount. */
export const shareOf = (amount: Cents): number => Math.min(1, Math.max(0, amount / gaugeEnd));

/** How much of one segment is filled, from 0 to 1. `index` starts at 0. */
export const fillOf = (amount: Cents, index: number): number =>
  Math.min(1, Math.max(0, shareOf(amount) * gaugeSegments - index));

/** The segment boundaries, starting at $0. */
export const gaugeMarks: readonly Cents[] = Array.from({ length: gaugeSegments + 1 }, (_one, index) =>
  cents((gaugeEnd / gaugeSegments) * index),
);

const [centerX, centerY] = [160, 150] as const;

/** `share` of the half circle, from the left end over the top to the right. */
export function pointAt(share: number, radius: number): readonly [x: number, y: number] {
  const angle = Math.PI * (1 - share);
  return [round(centerX + radius * Math.cos(angle)), round(centerY - radius * Math.sin(angle))];
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The SVG path of an arc between two shares of the half circle. */
export function arc(from: number, to: number, radius: number): string {
  const [start, end] = [pointAt(from, radius), pointAt(to, radius)];
  return `M ${start.join(' ')} A ${radius} ${radius} 0 0 1 ${end.join(' ')}`;
}
