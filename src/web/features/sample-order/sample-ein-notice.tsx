/** What comes with the EIN: our own letter. The letter of the IRS is not shown, and nothing here may look like it. */
import { site } from '#kernel/site.ts';
import { Fact } from '#web/ui/fact.tsx';
import { sampleCompany } from './sample-days.ts';
import { SampleSheet } from './sample-sheet.tsx';

const { name, state, owner, registered, numberIssued, ein } = sampleCompany;

export const SampleEinNotice = ({ className = '' }: { className?: string }) => (
  <SampleSheet
    title="Your EIN has arrived"
    caption="Our own letter, for a company that does not exist. The letter of the IRS comes with it as a PDF."
    className={className}
  >
    <p className="mt-4 text-sm text-muted">
      {site.companyName}, {numberIssued}
    </p>
    <p className="mt-4">Dear {owner.split(' ')[0]},</p>
    <p className="mt-2">The IRS has issued your company’s tax number.</p>
    <dl className="mt-4 flex flex-col gap-1.5 border-y border-line py-3">
      <Fact term="EIN">
        <span className="money">{ein}</span>
      </Fact>
      <Fact term="Company">{name}</Fact>
      <Fact term="Registered">
        {state}, {registered}
      </Fact>
      <Fact term="Attached">IRS letter, PDF</Fact>
    </dl>
    <p className="mt-4">Keep the IRS letter safe: banks and payment platforms ask for it.</p>
  </SampleSheet>
);
