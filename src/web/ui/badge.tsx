/** A label or count. Color never carries the meaning alone. */
import type { ReactNode } from 'react';

export type Tone = 'plain' | 'credit' | 'ok' | 'warn' | 'danger';

const tones: Record<Tone, string> = {
  plain: 'bg-sunk text-ink',
  credit: 'bg-credit-soft text-ink',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-medium ${tones[tone]}`}>
    {children}
  </span>
);
