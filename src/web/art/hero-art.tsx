/** The large picture of the products page: routes leave a globe, pass a filed form, and arrive at a storefront. */
import { Canvas, type Drawing, Origin, Pin, Route, Seal, Sheet, Star } from './parts.tsx';

export const HeroArt = ({ className }: Drawing) => (
  <Canvas className={className} size="640 480">
    <circle cx="478" cy="212" r="150" className="fill-credit/15 stroke-none" />
    <Globe />
    <Sea />
    <Route d="M92 326C62 176 120 82 238 116" />
    <Route d="M176 284C226 222 322 240 352 306S392 392 440 402" />
    <Route d="M250 344C262 432 326 458 378 442S436 424 445 410" />
    <Ship />
    <Route d="M362 112C398 52 486 52 506 122" />
    <Origin x={92} y={330} />
    <Origin x={176} y={288} />
    <Origin x={250} y={340} />
    <FiledForm />
    <PostageStamp />
    <Storefront />
    <Pin x={506} y={196} scale={1.7} />
    <circle cx="446" cy="402" r="5.5" className="fill-accent" />
    <path d="M104 176l34-34-6 46-11-8-8 12-1-16zM138 142l-26 34" className="fill-surface" />
  </Canvas>
);

const Globe = () => (
  <>
    <path d="M10 402a150 150 0 0 1 300 0z" className="fill-surface stroke-none" />
    <path d="M10 402a150 150 0 0 1 300 0z" className="fill-credit/15 stroke-none" />
    <path d="M160 402V252M85 402a75 150 0 0 1 150 0M18 357h284M48 302h224" className="stroke-credit" />
    <path d="M10 402a150 150 0 0 1 300 0" />
  </>
);

const Sea = () => (
  <>
    <path d="M0 402h640" />
    <path
      d="M34 424q9-7 18 0t18 0 18 0M128 444q9-7 18 0t18 0M204 424q9-7 18 0t18 0M70 464q9-7 18 0t18 0M250 466q9-7 18 0t18 0M500 428q9-7 18 0t18 0 18 0M420 462q9-7 18 0t18 0M566 452q9-7 18 0t18 0"
      className="stroke-credit"
    />
  </>
);

const Ship = () => (
  <g transform="translate(4 10)">
    <path d="M296 438h50l-10 15h-30zM320 438v-34M320 406l19 26h-19zM314 412l-14 20h14" className="fill-surface" />
  </g>
);

const FiledForm = () => (
  <Sheet x={238} y={60} width={124} height={158} tilt={-7}>
    <path d="M18 24h42" strokeWidth="6" />
    <path d="M18 42h78M18 55h60M18 104h88M18 117h88" className="stroke-credit" />
    <path d="M18 72h88v16H18zM30 72v16M42 72v16M55 72v16M68 72v16M81 72v16M94 72v16" className="fill-surface" strokeWidth="2" />
    <path d="M18 72h24v16H18z" className="fill-accent" strokeWidth="2" />
    <path d="M18 142c7-13 11-13 11-4s8-4 12-5 4 7 11 1" />
    <Seal x={94} y={132} />
  </Sheet>
);

const PostageStamp = () => (
  <g transform="rotate(9 588 96)">
    <rect x="556" y="56" width="64" height="80" className="fill-surface" />
    <rect x="564" y="64" width="48" height="64" className="fill-credit" strokeWidth="2" />
    <path d="M564 112l15-22 10 12 9-9 14 19v16h-48z" className="fill-surface" strokeWidth="2" />
    <g transform="translate(600 78)">
      <Star />
    </g>
    <path d="M540 120q8-6 16 0t16 0 16 0M538 132q8-6 16 0t16 0 16 0M540 144q8-6 16 0t16 0 16 0" className="stroke-accent" />
  </g>
);

const Storefront = () => (
  <>
    <path d="M384 402V268h30v134M604 402V246h26v156" className="fill-credit/20 stroke-none" />
    <rect x="418" y="240" width="186" height="162" className="fill-credit/30 stroke-none" />
    <rect x="410" y="232" width="186" height="170" className="fill-surface" />
    <rect x="438" y="198" width="130" height="24" className="fill-surface" />
    <path d="M460 210h86" strokeWidth="5" />
    <rect x="400" y="222" width="206" height="20" className="fill-credit" />
    <path
      d="M398 242h35v34a17.5 12 0 0 1-35 0zM468 242h35v34a17.5 12 0 0 1-35 0zM538 242h35v34a17.5 12 0 0 1-35 0z"
      className="fill-accent"
    />
    <path
      d="M433 242h35v34a17.5 12 0 0 1-35 0zM503 242h35v34a17.5 12 0 0 1-35 0zM573 242h35v34a17.5 12 0 0 1-35 0z"
      className="fill-surface"
    />
    <path d="M424 402v-92h44v92z" className="fill-credit" />
    <path d="M432 320h28v30h-28zM488 310h92v58h-92z" className="fill-surface" />
    <path d="M488 348h92M534 310v38M500 330l12-12M546 340l16-16" className="stroke-credit" />
    <path d="M480 368h108v10H480z" className="fill-surface" />
    <circle cx="461" cy="364" r="2" className="fill-surface" />
  </>
);
