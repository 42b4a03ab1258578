/** The drawing itself, in a file of its own: its library weighs more than the rest of the console. */
import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point } from './chart.tsx';

type CurveProps = { points: readonly Point[]; format: (value: number) => string; now: string; before: string };

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted)', fontSize: 12 } } as const;

export default function Curve({ points, format, now, before }: CurveProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...points]} margin={{ top: 4, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis dataKey="label" minTickGap={48} {...axis} />
        <YAxis width={64} tickFormatter={format} tickCount={3} {...axis} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line)' }}
          formatter={(value, name) => [format(Number(value)), name === 'value' ? now : before]}
          contentStyle={{
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: 10,
            color: 'var(--ink)',
            fontSize: 13,
          }}
        />
        <Area dataKey="before" stroke="var(--field)" strokeDasharray="4 4" fill="none" isAnimationActive={false} dot={false} />
        <Area
          dataKey="value"
          stroke="var(--credit)"
          strokeWidth={2}
          fill="var(--credit)"
          fillOpacity={0.12}
          isAnimationActive={false}
          dot={points.length === 1}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
