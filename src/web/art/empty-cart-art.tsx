/** An empty basket, waiting where the route arrives. */
import { Canvas, type Drawing, Origin, Route } from './parts.tsx';

export const EmptyCartArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="184" cy="112" r="86" className="fill-credit/15 stroke-none" />
    <path d="M150 44h54l16 16v64h-70z" className="stroke-credit" strokeDasharray="7 7" />
    <path d="M166 70h30M166 86h38M166 102h24" className="stroke-credit" strokeDasharray="7 7" />
    <path d="M132 112c0-70 104-70 104 0" strokeWidth="4" />
    <path d="M108 118h152l-16 86q-2 8-10 8H134q-8 0-10-8z" className="fill-surface" />
    <path d="M116 146h136M121 174h126M144 128l8 78M184 128v78M224 128l-8 78" className="stroke-credit" />
    <rect x="98" y="108" width="172" height="20" rx="8" className="fill-accent" />
    <path d="M60 214h220" />
    <Route d="M20 66C40 14 104 16 116 52S92 92 98 104" />
    <Origin x={19} y={70} />
  </Canvas>
);
