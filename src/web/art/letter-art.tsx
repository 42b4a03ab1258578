/** A letter on its way, with the link in it. */
import { Canvas, type Drawing, Origin, Pin, Route } from './parts.tsx';

export const LetterArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="166" cy="112" r="90" className="fill-credit/15 stroke-none" />
    <Route d="M18 180C26 108 60 84 84 104S96 190 150 210S276 210 284 118" />
    <Origin x={18} y={184} />
    <g transform="rotate(-5 168 120)">
      <path d="M102 78l70-50 70 50v96H102z" className="fill-credit/25 stroke-none" />
      <path d="M96 74l70-50 70 50v96H96z" className="fill-surface" />
      <path d="M112 40h108v76l-54 30-54-30z" className="fill-surface" />
      <path d="M128 60h44" strokeWidth="6" />
      <path d="M128 80h76M128 94h60" className="stroke-credit" />
      <path d="M128 110h48" className="stroke-accent" strokeWidth="5" />
      <path d="M96 76v94h140V76l-70 46z" className="fill-surface" />
      <path d="M96 170l54-56M236 170l-54-56" className="stroke-credit" />
    </g>
    <Pin x={284} y={110} scale={1.05} />
    <path d="M262 40v6M262 62v6M248 54h6M270 54h6M60 48v5M60 65v5M49 59h5M66 59h5" className="stroke-accent" />
  </Canvas>
);
