/** Coordinates of a score history on a chart of 320 by 96. */
import type { Score } from './reporting-api.ts';

export type Point = { at: string; value: number };

/**
 * Sorted oldest first, without readings that found no score and without repeats in the middle of a level
 * stretch.
 */
export function pointsOf(scores: readonly Score[]): Point[] {
  const all = scores
    .flatMap(({ readAt, business }) =>
      readAt === null || business.factiiv.value === null
        ? []
        : [{ at: readAt, value: business.factiiv.value }],
    )
    .toSorted((a, b) => a.at.localeCompare(b.at));
  return all.filter(({ value }, index) => value !== all[index - 1]?.value || value !== all[index + 1]?.value);
}

const [width, top, bottom, edge] = [320, 8, 84, 6] as const;

export type ChartShape = {
  line: string;
  dots: (readonly [x: number, y: number])[];
  low: number;
  high: number;
};

/** Time on the x-axis, score on the y-axis; a level line is centered. */
export function chartOf(points: readonly Point[]): ChartShape {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const times = points.map(({ at }) => Date.parse(at));
  const [from, until] = [Math.min(...times), Math.max(...times)];
  const dots = points.map(({ value }, index) => {
    const across = until === from ? 0.5 : ((times[index] ?? from) - from) / (until - from);
    const up = high === low ? 0.5 : (value - low) / (high - low);
    return [round(edge + across * (width - 2 * edge)), round(bottom - up * (bottom - top))] as const;
  });
  return {
    line: dots.map(([x, y], index) => `${index === 0 ? 'M' : 'L'} ${x} ${y}`).join(' '),
    dots,
    low,
    high,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
