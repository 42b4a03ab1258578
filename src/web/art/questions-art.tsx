/** A question on one side, its answer on the other, and the route between them. */
import { Canvas, type Drawing, Origin, Route } from './parts.tsx';

export const QuestionsArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="190" cy="128" r="88" className="fill-credit/15 stroke-none" />
    <path
      d="M34 44a12 12 0 0 1 12-12h104a12 12 0 0 1 12 12v62a12 12 0 0 1-12 12H88l-24 24v-24H46a12 12 0 0 1-12-12z"
      className="fill-surface"
    />
    <path d="M84 62c0-22 30-20 30-2 0 13-15 12-15 26" className="stroke-accent" strokeWidth="6" />
    <circle cx="99" cy="100" r="4.4" className="fill-accent stroke-none" />
    <path
      d="M150 132a12 12 0 0 1 12-12h116a12 12 0 0 1 12 12v58a12 12 0 0 1-12 12h-14v22l-24-22h-78a12 12 0 0 1-12-12z"
      className="fill-surface"
    />
    <path d="M170 142h74M170 160h98M170 178h58" className="stroke-credit" />
    <path d="M252 176l8 8 16-18" className="stroke-accent" strokeWidth="4" />
    <Route d="M64 158c2 44 44 58 82 46" />
    <Origin x={64} y={156} />
  </Canvas>
);
