/** The large picture of the Net 30 page: one order, two invoices, and a limit that may rise. No figures: the page has them. */
import { Canvas, type Drawing, Origin, Route, Seal, Sheet } from './parts.tsx';

export const InvoicesArt = ({ className }: Drawing) => (
  <Canvas className={className} size="640 500">
    <circle cx="400" cy="216" r="186" className="fill-credit/15 stroke-none" />
    <Limit />
    <Sheet x={332} y={56} width={196} height={246} tilt={8}>
      <Lines title="2 of 2" />
      <path d="M24 164h56" strokeWidth="6" className="stroke-credit" />
    </Sheet>
    <Sheet x={146} y={36} width={212} height={268} tilt={-6}>
      <Lines title="1 of 2" />
      <path d="M24 164h76" strokeWidth="6" className="stroke-accent" />
      <g transform="translate(154 208) scale(1.35)" strokeWidth="1.9">
        <Seal x={0} y={0} />
      </g>
    </Sheet>
    <Calendar />
    <Route d="M34 196C20 96 66 40 138 62" />
    <Route d="M140 388C210 420 262 414 300 404" />
    <Origin x={35} y={200} />
  </Canvas>
);

const Lines = ({ title }: { title: string }) => (
  <>
    <text x={24} y={48} fontSize={22} className="fill-ink stroke-none font-display font-semibold">
      Invoice
    </text>
    <text x={24} y={72} fontSize={16} className="fill-muted stroke-none">
      {title}
    </text>
    <path d="M24 100h140M24 120h148M24 140h96" className="stroke-credit" />
  </>
);

const Calendar = () => (
  <g transform="rotate(4 92 350)">
    <rect x="40" y="298" width="116" height="112" rx="8" className="fill-credit/20 stroke-none" />
    <rect x="32" y="290" width="116" height="112" rx="8" className="fill-surface" />
    <path d="M32 318v-20q0-8 8-8h100q8 0 8 8v20z" className="fill-accent" />
    <path d="M58 280v18M122 280v18" strokeWidth="4" />
    <text x={90} y={378} fontSize={48} textAnchor="middle" className="fill-ink stroke-none font-display font-semibold">
      30
    </text>
  </g>
);

/** The gauge of the profile, in small: four segments and a needle that has moved a little. */
const Limit = () => (
  <g transform="translate(452 430)">
    <path d="M-132 0a132 132 0 0 1 264 0z" className="fill-surface" />
    <path d="M-106 0a106 106 0 0 1 31-75" className="stroke-credit" strokeWidth="20" strokeLinecap="butt" />
    <path
      d="M-75-75a106 106 0 0 1 75-31M0-106a106 106 0 0 1 75 31M75-75a106 106 0 0 1 31 75"
      className="stroke-credit/30"
      strokeWidth="20"
      strokeLinecap="butt"
    />
    <path d="M-82-82l14 14M0-116v20M82-82l-14 14" className="stroke-surface" strokeWidth="5" />
    <path d="M0 0l-58-58" strokeWidth="5" />
    <path d="M0 0l-74-30" className="stroke-ink/30" strokeDasharray="5 8" />
    <circle r="11" className="fill-accent" />
    <path d="M-176 0h352" />
  </g>
);
