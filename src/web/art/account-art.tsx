/** A passport and the key to the house: an account is both. */
import { Canvas, type Drawing, Origin, Pin, Route } from './parts.tsx';

export const AccountArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="160" cy="116" r="92" className="fill-credit/15 stroke-none" />
    <Route d="M22 196C34 132 66 110 92 128S110 204 164 210S268 196 282 116" />
    <Origin x={21} y={200} />
    <g transform="rotate(-6 142 108)">
      <rect x="94" y="34" width="104" height="148" rx="9" className="fill-credit/25 stroke-none" />
      <rect x="88" y="28" width="104" height="148" rx="9" className="fill-surface" />
      <path d="M100 28v148" className="stroke-credit" />
      <circle cx="146" cy="82" r="27" className="fill-credit/25" />
      <path d="M119 82h54M146 55c-15 14-15 40 0 54M146 55c15 14 15 40 0 54" />
      <path d="M122 130h48" strokeWidth="6" />
      <path d="M130 148h32" className="stroke-credit" />
    </g>
    <g transform="translate(204 150) rotate(32)">
      <circle r="27" className="fill-accent" />
      <circle r="9" cx="-6" className="fill-surface" />
      <path d="M26-6h66v12H82v14H70V6H58v10H48V6H26" className="fill-accent" />
    </g>
    <Pin x={282} y={108} scale={1.05} />
    <path d="M58 54v6M58 76v6M44 68h6M66 68h6M256 40v6M256 62v6M242 54h6M264 54h6" className="stroke-accent" />
  </Canvas>
);
