/** A signpost without names: the route comes by, makes a loop and ends in the open. */
import { Canvas, type Drawing, Origin, Route } from './parts.tsx';

export const NotFoundArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="206" cy="96" r="76" className="fill-credit/15 stroke-none" />
    <path d="M0 190q80-34 164-12t156-16" />
    <path d="M156 196V52h14v144z" className="fill-surface" />
    <path d="M156 52l7-14 7 14" className="fill-accent" />
    <path d="M140 66h96l18 17-18 17h-96z" className="fill-accent" />
    <path d="M186 112H96l-18 16 18 16h90z" className="fill-surface" />
    <path d="M158 83h62" className="stroke-surface" strokeWidth="5" />
    <path d="M102 128h66" className="stroke-credit" strokeWidth="5" />
    <path d="M140 196q22-8 46 0M196 190l4-12M204 190v-15M212 189l-4-11" />
    <Route d="M18 220C60 214 96 222 128 218S214 190 236 208S212 236 202 218S246 176 284 190" />
    <Origin x={16} y={220} />
    <path d="M280 184l12 12M292 184l-12 12" className="stroke-accent" strokeWidth="4" />
  </Canvas>
);
