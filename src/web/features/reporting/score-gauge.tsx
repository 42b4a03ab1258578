/**
 * A half circle to 850 with a needle that stays on the scale. The number below it is exact, even if it is
 * higher.
 */
import { highestOnGauge, needleDegrees } from '#kernel/reporting-terms.ts';
import { arc, pointAt } from '#web/ui/gauge-shape.ts';

const radius = 120;

export function ScoreGauge({ value }: { value: number | null }) {
  const share = value === null ? null : needleDegrees(value) / 180;
  const [needleX, needleY] = pointAt(share ?? 0, radius - 26);
  return (
    <div className="mx-auto grid w-full max-w-80">
      <svg role="img" aria-label={spoken(value)} viewBox="24 16 272 146" className="h-auto w-full">
        <g fill="none" strokeWidth="22">
          <path d={arc(0, 1, radius)} className="stroke-line" />
          {share !== null && share > 0 && <path d={arc(0, share, radius)} className="stroke-accent" />}
        </g>
        {share !== null && (
          <>
            <line
              x1="160"
              y1="150"
              x2={needleX}
              y2={needleY}
              className="stroke-ink"
              strokeWidth="4"
              strokeLinecap="round"
            />
            <circle cx="160" cy="150" r="8" className="fill-ink" />
          </>
        )}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-sm text-muted">
        <span className="w-1/6 text-center">0</span>
        <span className="w-1/6 text-center">{highestOnGauge}</span>
      </p>
    </div>
  );
}

export const spoken = (value: number | null): string =>
  value === null ? 'Factiiv Score: N/A' : `Factiiv Score: ${value}, on a gauge from 0 to ${highestOnGauge}`;
