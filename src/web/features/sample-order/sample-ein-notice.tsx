/** The email that brings the EIN. The letter of the IRS is not shown, and nothing here may look like it. */
import { formatDate } from '#kernel/dates.ts';
import { sampleDates } from '#kernel/usual-timeline.ts';
import { Fact } from '#web/ui/fact.tsx';
import { sampleCompany } from './sample-company.ts';
import { FirmLine, SampleFacts, SampleSheet } from './sample-sheet.tsx';

const { name, state, owner, ein } = sampleCompany;

export const SampleEinNotice = ({ className = '' }: { className?: string }) => (
  <SampleSheet
    title="Your EIN has arrived"
    caption="Our own email, for a company that does not exist. The letter of the IRS comes with it as a PDF."
    className={className}
  >
    <FirmLine day={sampleDates.numberIssued} />
    <p className="mt-4">Dear {owner.split(' ')[0]},</p>
    <p className="mt-2">The IRS has issued your company’s tax number.</p>
    <SampleFacts>
      <Fact term="EIN">
        <span className="money">{ein}</span>
      </Fact>
      <Fact term="Company">{name}</Fact>
      <Fact term="Registered">
        {state}, {formatDate(sampleDates.registered)}
      </Fact>
      <Fact term="Attached">IRS letter, PDF</Fact>
    </SampleFacts>
    <p className="mt-4">Keep the IRS letter safe: banks and payment platforms ask for it.</p>
  </SampleSheet>
);
