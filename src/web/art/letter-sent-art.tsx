/** A letter on its way: it has left the sender and reached the pin. */
import { Canvas, type Drawing, Origin, Pin, Route, Sheet } from './parts.tsx';

export const LetterSentArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="172" cy="124" r="88" className="fill-credit/15 stroke-none" />
    <Sheet x={122} y={46} width={108} height={110}>
      <path d="M18 34h54M18 52h70M18 70h44" className="stroke-credit" />
    </Sheet>
    <path d="M92 112v84a10 10 0 0 0 10 10h146a10 10 0 0 0 10-10v-84l-83 56z" className="fill-surface" />
    <path d="M95 203l58-49M255 203l-58-49" />
    <path d="M92 112l30-20M258 112l-28-19" />
    <Route d="M24 176c-8-44 14-60 38-58s26 40 58 24" />
    <Origin x={24} y={178} />
    <Pin x={280} y={92} scale={1.1} />
  </Canvas>
);
