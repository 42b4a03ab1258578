/**
 * The large picture of the home page: what a founder holds at the end. The papers are named, because a stranger should
 * see at once what is sold here; the names repeat words of the page, so the drawing stays decoration.
 */
import { Canvas, type Drawing, Origin, Pin, Route, Seal, Sheet, Star } from './parts.tsx';

export const FilingArt = ({ className }: Drawing) => (
  <Canvas className={className} size="700 620">
    <circle cx="420" cy="300" r="236" className="fill-credit/15 stroke-none" />
    <path
      d="M184 300h472M214 186q206 60 412 0M214 414q206-60 412 0M420 64v472M420 64q-150 236 0 472M420 64q150 236 0 472"
      className="stroke-credit/35"
    />
    <OperatingAgreement />
    <TaxNumber />
    <Articles />
    <Envelope />
    <Phone />
    <Route d="M52 452C16 268 70 96 196 74" />
    <Route d="M330 578C400 612 540 606 598 566S664 430 672 356" />
    <Origin x={53} y={456} />
    <Pin x={674} y={344} scale={1.5} />
    <path d="M58 214l46-22-14 54-12-14-14 12 2-20zM104 192l-38 32" className="fill-surface" />
  </Canvas>
);

const Title = ({ x, y, children, size = 17 }: { x: number; y: number; children: string; size?: number }) => (
  <text x={x} y={y} fontSize={size} className="fill-ink stroke-none font-display font-semibold">
    {children}
  </text>
);

const OperatingAgreement = () => (
  <Sheet x={430} y={44} width={212} height={270} tilt={9}>
    <Title x={22} y={46} size={16}>
      Operating
    </Title>
    <Title x={22} y={66} size={16}>
      agreement
    </Title>
    <path d="M22 92h150M22 112h168M22 132h130M22 152h168M22 172h160" className="stroke-credit" />
  </Sheet>
);

const TaxNumber = () => (
  <Sheet x={176} y={28} width={236} height={280} tilt={-7}>
    <Title x={24} y={50} size={19}>
      EIN letter
    </Title>
    <path d="M24 72h120M24 90h164" className="stroke-credit" />
    <path
      d="M24 112h188v34H24zM47 112v34M71 112v34M94 112v34M118 112v34M141 112v34M165 112v34M188 112v34"
      className="fill-surface"
      strokeWidth="2"
    />
    <path d="M24 112h47v34H24z" className="fill-accent" strokeWidth="2" />
    <path d="M47 112v34M33 129h6M56 129h6" strokeWidth="2" />
  </Sheet>
);

const Articles = () => (
  <Sheet x={262} y={176} width={270} height={340} tilt={2}>
    <Title x={28} y={56} size={23}>
      Articles of
    </Title>
    <Title x={28} y={84} size={23}>
      Organization
    </Title>
    <path d="M28 112h96" strokeWidth="6" className="stroke-accent" />
    <path d="M28 142h206M28 164h214M28 186h180M28 208h206" className="stroke-credit" />
    <path d="M28 286c12-22 18-22 18-6s14-8 20-10 4 14 16 2 12-4 20-2" />
    <path d="M28 306h120" strokeWidth="2" />
    <g transform="translate(202 274) scale(1.7)" strokeWidth="1.5">
      <Seal x={0} y={0} />
    </g>
  </Sheet>
);

const Envelope = () => (
  <g transform="rotate(-6 190 480)">
    <path d="M86 420h230v142H86z" className="fill-credit/20 stroke-none" />
    <path d="M78 410h230v142H78z" className="fill-surface" />
    <path d="M78 410l115 76 115-76" className="stroke-credit" />
    <path d="M250 424h44v52h-44z" className="fill-credit" strokeWidth="2" />
    <g transform="translate(272 450) scale(1.5)">
      <Star />
    </g>
    <path d="M206 444q8-6 16 0t16 0M206 456q8-6 16 0t16 0M206 468q8-6 16 0t16 0" className="stroke-accent" />
    <Title x={98} y={516} size={15}>
      US address
    </Title>
    <path d="M98 532h110" className="stroke-credit" />
  </g>
);

const Phone = () => (
  <g transform="rotate(7 596 450)">
    <rect x="556" y="368" width="94" height="172" rx="14" className="fill-credit/20 stroke-none" />
    <rect x="548" y="360" width="94" height="172" rx="14" className="fill-ink" />
    <rect x="556" y="372" width="78" height="142" rx="5" className="fill-surface stroke-none" />
    <Title x={566} y={404} size={21}>
      +1
    </Title>
    <path d="M566 422h54" className="stroke-credit" />
    <circle cx="595" cy="474" r="19" className="fill-accent" />
    <path d="M587 470q0 14 14 12l1-5-5-2-2 2q-3-1-3-4l2-2-2-4z" className="fill-surface stroke-none" />
  </g>
);
