/** The chart itself, in a separate file because its library is larger than the rest of the console. */
import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point } from './chart.tsx';

type CurveProps = { title: string; points: readonly Point[]; format: (value: number) => string };

export default function Curve({ title, points, format }: CurveProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={[...points]}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        {/* The axis labels are HTML beside the chart, because SVG text ignores the reader's font settings. */}
        <XAxis dataKey="label" hide />
        <YAxis hide />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line)' }}
          formatter={(value) => [format(Number(value)), title]}
          contentStyle={{
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: 10,
            color: 'var(--ink)',
            fontSize: 13,
          }}
        />
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
