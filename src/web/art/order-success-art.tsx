/** A receipt with its seal, and a route that has arrived. Shown only when our server says paid. */
import { Canvas, type Drawing, Origin, Pin, Route, Seal } from './parts.tsx';

export const OrderSuccessArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="170" cy="112" r="90" className="fill-credit/15 stroke-none" />
    <Route d="M16 190C30 110 74 96 102 122S104 206 158 218S282 214 276 132" />
    <Origin x={16} y={194} />
    <g transform="rotate(-4 168 112)">
      <path d="M112 32h120v162l-12-9-12 9-12-9-12 9-12-9-12 9-12-9-12 9-12-9-12 9z" className="fill-credit/20 stroke-none" />
      <path d="M106 26h120v162l-12-9-12 9-12-9-12 9-12-9-12 9-12-9-12 9-12-9-12 9z" className="fill-surface" />
      <path d="M124 50h48" strokeWidth="6" />
      <path d="M124 72h50M124 88h42M124 104h54M194 72h14M194 88h14M194 104h14" className="stroke-credit" />
      <path d="M124 122h84" strokeDasharray="6 6" />
      <path d="M124 144h26" strokeWidth="6" />
    </g>
    <g transform="translate(204 142) scale(1.5)" strokeWidth="1.7">
      <Seal x={0} y={0}>
        <path d="M-7 0l5 6 9-11" className="stroke-surface" strokeWidth="3.2" />
      </Seal>
    </g>
    <Pin x={276} y={124} scale={1.1} />
    <path d="M258 30v6M258 52v6M244 44h6M266 44h6M66 60v5M66 77v5M55 71h5M72 71h5" className="stroke-accent" />
  </Canvas>
);
