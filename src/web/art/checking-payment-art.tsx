/** A card on its way to the bank, with a clock between: the payment is being checked, nothing has failed. */
import { Canvas, type Drawing, Route } from './parts.tsx';

export const CheckingPaymentArt = ({ className }: Drawing) => (
  <Canvas className={className}>
    <circle cx="166" cy="110" r="86" className="fill-credit/15 stroke-none" />
    <Route d="M70 108C80 44 118 34 142 44M190 44C226 40 250 54 254 84" />
    <path d="M186 196h128" />
    <path d="M204 184v-60h100v60z" className="fill-surface" />
    <path d="M216 130v48M230 130v48M244 130v48M264 130v48M278 130v48M292 130v48" className="stroke-credit" />
    <path d="M196 124l58-34 58 34z" className="fill-surface" />
    <circle cx="254" cy="110" r="6" className="fill-accent" />
    <path d="M194 184h120v12H194z" className="fill-surface" />
    <g transform="rotate(-9 92 152)">
      <rect x="32" y="114" width="132" height="84" rx="10" className="fill-credit/30 stroke-none" />
      <rect x="26" y="108" width="132" height="84" rx="10" className="fill-surface" />
      <path d="M26 126h132v16H26z" className="fill-ink" />
      <rect x="40" y="154" width="24" height="18" rx="4" className="fill-accent" />
      <path d="M80 158h12M98 158h12M116 158h12M80 172h48" className="stroke-credit" />
    </g>
    <circle cx="166" cy="48" r="26" className="fill-surface" />
    <path d="M166 28v4M166 64v4M146 48h4M182 48h4" className="stroke-credit" />
    <path d="M166 34v14l10 7" className="stroke-accent" strokeWidth="3.6" />
  </Canvas>
);
