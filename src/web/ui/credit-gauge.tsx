/**
 * The credit gauge: an amount out of $50,000, in four segments, with a needle that stays on the scale. The
 * number below it is exact and says everything that the drawing shows.
 */
import { type Cents, formatMoney } from '#kernel/money.ts';
import { arc, fillOf, gaugeEnd, gaugeMarks, gaugeSegments, pointAt, shareOf } from './gauge-shape.ts';

const radius = 120;
/** Gap between two segments, as a share of the half circle. */
const gap = 0.006;

type Props = {
  /** Such as Available credit. */
  label: string;
  amount: Cents;
  /** Shows a possible amount in another color. */
  isPreview?: boolean;
};

export function CreditGauge({ label, amount, isPreview = false }: Props) {
  const fillStyle = isPreview ? 'stroke-accent' : 'stroke-credit';
  const [needleX, needleY] = pointAt(shareOf(amount), radius - 26);
  return (
    <div className="mx-auto grid w-full max-w-80">
      <svg
        role="img"
        aria-label={`${label}: ${formatMoney(amount)} out of ${end}`}
        viewBox="24 16 272 146"
        className="h-auto w-full"
      >
        {Array.from({ length: gaugeSegments }, (_one, index) => {
          const from = index / gaugeSegments + (index === 0 ? 0 : gap);
          const to = (index + 1) / gaugeSegments - (index === gaugeSegments - 1 ? 0 : gap);
          const fill = fillOf(amount, index);
          return (
            <g key={gaugeMarks[index]} fill="none" strokeWidth="22">
              <path d={arc(from, to, radius)} className="stroke-line" />
              {fill > 0 && <path d={arc(from, from + (to - from) * fill, radius)} className={fillStyle} />}
            </g>
          );
        })}
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
      </svg>
      <p aria-hidden="true" className="flex justify-between text-sm text-muted">
        <span className="w-1/6 text-center">$0</span>
        <span className="w-1/6 text-center">$50k</span>
      </p>
      <p aria-live="polite" aria-atomic="true" className="text-center">
        <span className={`block text-sm ${isPreview ? 'font-semibold text-accent' : 'text-muted'}`}>
          {label}
        </span>
        <span className="money block font-display text-2xl font-semibold">{formatMoney(amount)}</span>
      </p>
      <p className="text-center text-sm text-muted">out of {end}</p>
    </div>
  );
}

const end = formatMoney(gaugeEnd).replace('.00', '');
