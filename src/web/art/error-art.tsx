/** A line that is down: the wire between two poles has snapped. For the page that says something broke. */
import { Canvas, type Drawing, Origin, Route } from './parts.tsx';

export const ErrorArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="160" cy="100" r="80" className="fill-credit/15 stroke-none" />
    <path d="M0 196q90-24 170-8t150-12" />
    <path d="M74 192V48M240 188V40" strokeWidth="6" />
    <path d="M44 64h60M52 82h44M208 56h64M216 76h48" strokeWidth="4" />
    <path d="M48 62v-8M100 62v-8M212 54v-8M268 54v-8" strokeWidth="4" className="stroke-accent" />
    <path d="M0 66q24 4 48-12M268 46q28 18 52 18M0 88q28 6 54-6M262 76q30 16 58 16M96 82q60 40 120-6" className="stroke-credit" />
    <path d="M100 54q24 20 30 58t-4 56q-4 10 6 14M212 46q-34 22-36 60 0 16 12 20" />
    <path d="M164 96l-20 34h14l-8 28 26-38h-15l9-24z" className="fill-accent" />
    <Route d="M18 222C70 232 140 226 176 214S262 206 300 214" />
    <Origin x={16} y={221} />
  </Canvas>
);
