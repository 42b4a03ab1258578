/**
 * The other documents of the sample order: the confirmation, the state's document, and the order in the
 * profile.
 */
import { formatDate } from '#kernel/dates.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { type OrderEventName, orderEventWords } from '#content/order-words.ts';
import { sampleDates } from '#content/default-timeline.ts';
import { Fact } from '#web/ui/fact.tsx';
import { sampleCompany } from './sample-company.ts';
import { FirmLine, SampleFacts, SampleSheet } from './sample-sheet.tsx';

const { name, state, owner } = sampleCompany;

export const SampleConfirmation = ({ className = '' }: { className?: string }) => (
  <SampleSheet
    title="Please confirm before we file"
    caption="What you confirm. The documents come with it, and you can change any line."
    className={className}
  >
    <FirmLine day={sampleDates.confirmed} />
    <SampleFacts>
      <Fact term="Company name">{name}</Fact>
      <Fact term="Name search">Free in {state}</Fact>
      <Fact term="Owner">{owner}, 100%</Fact>
      <Fact term="Registered agent">First year included</Fact>
      <Fact term="State fee">$100, included</Fact>
    </SampleFacts>
    <p className="mt-4">Nothing is filed until you say yes.</p>
  </SampleSheet>
);

export const SampleFormationReceipt = ({ className = '' }: { className?: string }) => (
  <SampleSheet
    title="Your company is registered"
    caption="Our own receipt. The stamped state documents are attached."
    className={className}
  >
    <FirmLine day={sampleDates.registered} />
    <SampleFacts>
      <Fact term="Company">{name}</Fact>
      <Fact term="State">{state}</Fact>
      <Fact term="Filed">{formatDate(sampleDates.confirmed)}</Fact>
      <Fact term="Registered">{formatDate(sampleDates.registered)}</Fact>
    </SampleFacts>
    <p className="mt-4 text-sm text-muted">Attached, as PDFs</p>
    <ul className="mt-1 flex flex-col gap-1">
      {[
        'Articles of Organization, stamped by the state',
        'Operating agreement',
        'First resolution of the owners',
        'Form SS-4, ready to sign',
      ].map((paper) => (
        <li key={paper}>{paper}</li>
      ))}
    </ul>
  </SampleSheet>
);

const happened: { event: OrderEventName; day: string }[] = [
  { event: 'placed', day: sampleDates.ordered },
  { event: 'paid', day: sampleDates.ordered },
  { event: 'in_progress', day: sampleDates.ordered },
  { event: 'completed', day: sampleDates.numberIssued },
];

/** The same wording as in the profile. */
export const SampleHistory = ({ total, className = '' }: { total: Cents; className?: string }) => (
  <SampleSheet
    title="Order S-0000"
    caption="The history of the order, as your profile shows it."
    className={className}
  >
    <ol className="mt-5 grid">
      {happened.map(({ event, day }) => {
        const { title, note } = orderEventWords[event](formatMoney(total));
        return (
          <li
            key={event}
            className="relative border-s-2 border-line ps-5 pb-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute -start-1.75 top-1.5 size-3 rounded-full border-2 border-paper bg-ink"
            />
            <span className="grid gap-x-4 sm:flex sm:items-baseline sm:justify-between">
              <span className="font-medium">{title}</span>
              <span className="text-sm text-muted">{formatDate(day)}</span>
            </span>
            {note !== null && <span className="block text-sm text-muted">{note}</span>}
          </li>
        );
      })}
    </ol>
  </SampleSheet>
);
