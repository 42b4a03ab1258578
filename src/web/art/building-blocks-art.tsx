/** The large picture of the about page: a company as a wall of blocks, the last one on its way down. */
import { Canvas, type Drawing, Origin, Pin, Route } from './parts.tsx';

export const BuildingBlocksArt = ({ className }: Drawing) => (
  <Canvas className={className} size="640 500">
    <circle cx="372" cy="250" r="196" className="fill-credit/15 stroke-none" />
    <Block x={150} y={356} width={216} look="fill-credit" label="Company" tone="fill-surface" />
    <Block x={374} y={356} width={146} look="fill-surface" label="EIN" />
    <Block x={186} y={270} width={150} look="fill-surface" label="Address" />
    <Block x={344} y={270} width={140} look="fill-accent" label="Phone" tone="fill-on-accent" />
    <Block x={230} y={184} width={176} look="fill-surface" label="Brand" />
    <g transform="translate(0 14) rotate(-5 420 92)">
      <path d="M420 26V12M356 52l64-26 64 26" />
      <circle cx="420" cy="3" r="9" className="fill-surface" />
      <Block x={336} y={52} width={168} look="fill-credit" label="Credit" tone="fill-surface" />
    </g>
    <path d="M40 438h560" />
    <path d="M62 438q6-26 26-28t30 28M566 438v-30M552 438l4-18M580 438l-4-18" className="stroke-credit" />
    <Route d="M40 300C10 150 90 26 214 52S300 130 320 168" />
    <Origin x={41} y={304} />
    <Pin x={556} y={356} scale={1.3} />
    <Route d="M556 362q6 40-30 70" />
    <path d="M120 470q9-7 18 0t18 0 18 0M300 474q9-7 18 0t18 0M430 468q9-7 18 0t18 0 18 0" className="stroke-credit" />
  </Canvas>
);

type BlockProps = { x: number; y: number; width: number; look: string; label: string; tone?: string };

const Block = ({ x, y, width, look, label, tone = 'fill-ink' }: BlockProps) => (
  <g transform={`translate(${x} ${y})`}>
    <rect x="8" y="8" width={width} height="82" rx="4" className="fill-ink/15 stroke-none" />
    <rect width={width} height="82" rx="4" className={look} />
    <text x={width / 2} y="50" fontSize="24" textAnchor="middle" className={`${tone} stroke-none font-display font-semibold`}>
      {label}
    </text>
  </g>
);
