/** The email that delivers the EIN. The IRS letter is not shown, and nothing here may look like it. */
import { sampleDates } from '#content/default-timeline.ts';
import { useLanguage } from '#web/language.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { sampleCompany } from './sample-company.ts';
import { FirmLine, SampleFacts, SampleSheet } from './sample-sheet.tsx';

const { name, state, owner, ein } = sampleCompany;

export function SampleEinNotice({ className = '' }: { className?: string }) {
  const { say, translate } = useLanguage();
  return (
    <SampleSheet
      title={say('Your EIN has arrived')}
      caption={say('An email that we wrote for a fictional company. The IRS letter is attached as a PDF.')}
      className={className}
    >
      <FirmLine day={sampleDates.numberIssued} />
      <p className="mt-4">{say('Dear {name},', { name: owner.split(' ')[0] ?? '' })}</p>
      <p className="mt-2">{say('The IRS has issued your company’s tax number.')}</p>
      <SampleFacts>
        <Fact term={say('EIN')}>
          <span className="money">{ein}</span>
        </Fact>
        <Fact term={say('Company')}>{name}</Fact>
        <Fact term={say('Registered')}>
          {say('{place}, {day}', { place: translate(state), day: { day: sampleDates.registered } })}
        </Fact>
        <Fact term={say('Attached')}>{say('IRS letter, PDF')}</Fact>
      </SampleFacts>
      <p className="mt-4">{say('Keep the IRS letter safe: banks and payment platforms ask for it.')}</p>
    </SampleSheet>
  );
}
