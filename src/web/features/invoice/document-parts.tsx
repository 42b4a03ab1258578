/**
 * Draws the description of an invoice, a credit note, or a statement on screen: layout, facts, the two
 * parties, and totals.
 */
import type { ReactNode } from 'react';
import type { DocumentDescription, Fact, Party, Sum } from '#content/document.ts';
import { Wordmark } from '#web/art/wordmark.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

type Frame = {
  shown: DocumentDescription;
  /** Omitted: the plain title. */
  title?: ReactNode;
  /** A link back, for pages that are reached from one place only. */
  back?: ReactNode;
  download: ReactNode;
  /** Follows the parties. */
  main: ReactNode;
  aside: ReactNode;
  notes: ReactNode;
};

export const DocumentFrame = ({ shown, title = shown.title, back, download, main, aside, notes }: Frame) => (
  <div className="page grid gap-8 py-10 lg:py-14 print:gap-6 print:py-0">
    <div className="hidden print:block">
      <Wordmark />
    </div>
    {back !== undefined && <p data-print="no">{back}</p>}
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="grid justify-items-start gap-3">
        <Badge tone={shown.status.tone}>{shown.status.word}</Badge>
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
      </div>
      <div className="flex flex-wrap gap-3" data-print="no">
        {download}
        <Button variant="secondary" className="noscript:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </header>
    <div className="grid items-start gap-8 lg:grid-cols-12 print:block print:space-y-8">
      <section
        aria-label={shown.label}
        className="grid gap-8 rounded-lg border border-line bg-surface p-5 sm:p-8 lg:col-span-8 print:border-0 print:p-0"
      >
        <Facts facts={shown.facts} />
        <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
          {shown.parties.map((party) => (
            <PartyBlock key={party.heading} {...party} />
          ))}
        </div>
        {main}
      </section>
      <div className="grid gap-8 lg:col-span-4">
        {aside}
        <div className="grid gap-3 text-sm text-muted" data-print="no">
          {notes}
        </div>
      </div>
    </div>
  </div>
);

const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-3 rounded-md bg-sunk p-4 sm:grid-cols-3 sm:p-5 print:grid-cols-3 print:p-0">
    {facts.map((fact) => (
      <div key={fact.term} className="flex justify-between gap-4 sm:block print:block">
        <dt className="text-sm text-muted">{fact.term}</dt>
        <dd className="font-semibold">
          <FactValue {...fact} />
        </dd>
      </div>
    ))}
  </dl>
);

function FactValue({ value, isFigure = false, href }: Fact) {
  if (href !== undefined)
    return (
      <a href={href} className="money underline underline-offset-4 hover:text-accent">
        {value}
      </a>
    );
  return isFigure ? <span className="money">{value}</span> : value;
}

const PartyBlock = ({ heading, lines: [name, ...lines] }: Party) => (
  <div className="min-w-0">
    <h2 className="font-sans text-sm font-normal tracking-normal text-muted">{heading}</h2>
    <address className="wrap-anywhere not-italic">
      <span className="block font-semibold">{name}</span>
      <span className="block whitespace-pre-line">{lines.join('\n')}</span>
    </address>
  </div>
);

type AsideProps = { id: string; heading: string; className?: string; children: ReactNode };

export const Aside = ({ id, heading, className = '', children }: AsideProps) => (
  <section aria-labelledby={id} className={`break-inside-avoid ${className}`}>
    <h2 id={id} className="border-b-2 border-ink pb-3 text-lg">
      {heading}
    </h2>
    {children}
  </section>
);

/** `isSum`: lines above it add up to it. */
export const Total = ({
  term,
  amount,
  isSum = false,
}: Pick<Sum, 'term' | 'amount'> & { isSum?: boolean }) => (
  <div
    className={`flex flex-wrap justify-between gap-x-4 text-lg font-semibold ${isSum ? 'border-t border-line pt-3' : ''}`}
  >
    <dt>{term}</dt>
    <dd>
      <span className="money">{amount}</span>
    </dd>
  </div>
);
