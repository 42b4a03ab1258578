/** Where things stand on the credit gauge: half a circle from $0 to $50,000, in four segments. */
import { creditTerms } from '#kernel/credit-terms.ts';
import { type Cents, cents } from '#kernel/money.ts';

export const gaugeSegments = 4;
export const gaugeEnd = creditTerms.highestLimit;

/** From 0 to 1. The needle stays on the scale, whatever the number is. */
export const shareOf = (amount: Cents): number => Math.min(1, Math.max(0, amount / gaugeEnd));

/** How much of one segment is filled, from 0 to 1. `index` from 0. */
export const fillOf = (amount: Cents, index: number): number => Math.min(1, Math.max(0, shareOf(amount) * gaugeSegments - index));

/** The ends of the segments, from $0 on. */
export const gaugeMarks: readonly Cents[] = Array.from({ length: gaugeSegments + 1 }, (_one, index) =>
  cents((gaugeEnd / gaugeSegments) * index),
);

const [centerX, centerY] = [160, 150] as const;

/** `share` of half a circle, from the left end over the top to the right. */
export function pointAt(share: number, radius: number): readonly [x: number, y: number] {
  const angle = Math.PI * (1 - share);
  return [round(centerX + radius * Math.cos(angle)), round(centerY - radius * Math.sin(angle))];
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Of half a circle, between two shares of it. */
export function arc(from: number, to: number, radius: number): string {
  const [start, end] = [pointAt(from, radius), pointAt(to, radius)];
  return `M ${start.join(' ')} A ${radius} ${radius} 0 0 1 ${end.join(' ')}`;
}
