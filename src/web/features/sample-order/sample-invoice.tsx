/** A sample invoice: paid by card immediately, or one half of an order on credit. */
import { formatDate } from '#kernel/dates.ts';
import type { Cents } from '#kernel/money.ts';
import { Fact } from '#web/ui/fact.tsx';
import { Money } from '#web/ui/money.tsx';
import { sampleCompany } from './sample-company.ts';
import { FirmLine, SampleFacts, SampleSheet } from './sample-sheet.tsx';

type SampleInvoiceProps = {
  title: string;
  caption: string;
  issued: string;
  /** Omitted if it was paid immediately. */
  due?: string;
  line: string;
  amount: Cents;
  billedTo?: string;
  className?: string;
};

export const SampleInvoice = ({
  title,
  caption,
  issued,
  due,
  line,
  amount,
  billedTo = sampleCompany.owner,
  className = '',
}: SampleInvoiceProps) => (
  <SampleSheet title={title} caption={caption} className={className}>
    <FirmLine day={issued} />
    <SampleFacts>
      <Fact term="Billed to">{billedTo}</Fact>
      <Fact term={due === undefined ? 'Paid' : 'Due'}>{formatDate(due ?? issued)}</Fact>
    </SampleFacts>
    <p className="mt-4 flex flex-wrap justify-between gap-x-4">
      <span>{line}</span>
      <Money amount={amount} />
    </p>
    <p className="mt-3 flex justify-between gap-4 border-t-2 border-ink pt-3 text-lg font-semibold">
      <span>Total</span>
      <Money amount={amount} />
    </p>
  </SampleSheet>
);
