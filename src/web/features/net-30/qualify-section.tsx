/** "See whether you qualify": six questions without an account, and the result with the next step. */
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import { useSettings } from '#web/use-settings.ts';
import { type Outlook, outlook, questions, readAnswers } from './qualify.ts';
import { useQueryOfForm } from './use-query-of-form.ts';

export function QualifySection({ asked }: { asked: string }) {
  const { query, form } = useQueryOfForm(asked);
  const answers = readAnswers(query);
  return (
    <section id="qualify" aria-labelledby="qualify-heading" className="page scroll-mt-20 py-16 sm:py-24">
      <h2 id="qualify-heading" className="text-2xl">
        See whether you qualify
      </h2>
      <p className="mt-4 max-w-line text-lg">Six questions, no account. We do not store your answers.</p>
      <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-12">
        <form {...form} action="/net-30-vendor#qualify" className="lg:col-span-7">
          {questions.map(({ name, asks, no }) => (
            <fieldset
              key={name}
              className="border-t border-line py-4 sm:flex sm:items-center sm:justify-between sm:gap-6"
            >
              <legend className="float-start mb-3 w-full font-medium sm:mb-0 sm:w-auto sm:flex-1">
                {asks}
              </legend>
              <div className="clear-both flex shrink-0 gap-2 sm:w-66">
                <Choice name={name} value="yes" isChosen={query.get(name) === 'yes'}>
                  Yes
                </Choice>
                <Choice name={name} value="no" isChosen={query.get(name) === 'no'}>
                  {no}
                </Choice>
              </div>
            </fieldset>
          ))}
          <Button type="submit" variant="secondary" className="mt-4">
            See the answer
          </Button>
        </form>
        <div aria-live="polite" className="lg:col-span-5">
          {answers === null ? (
            <Waiting left={questions.filter(({ name }) => !query.has(name)).length} />
          ) : (
            <Answer {...outlook(answers)} />
          )}
        </div>
      </div>
    </section>
  );
}

type ChoiceProps = { name: string; value: string; isChosen: boolean; children: string };

const Choice = ({ name, value, isChosen, children }: ChoiceProps) => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border-2 border-line px-4 py-2 has-checked:border-ink has-checked:bg-surface">
    <input
      type="radio"
      name={name}
      value={value}
      defaultChecked={isChosen}
      required
      className="size-5 accent-accent"
    />
    {children}
  </label>
);

const Waiting = ({ left }: { left: number }) => (
  <p className="rounded-md bg-sunk p-5 text-muted">
    {left === questions.length
      ? 'Your answer appears here.'
      : left === 1
        ? 'One question left.'
        : `${left} questions left.`}
  </p>
);

const verdicts: Record<Outlook['outcome'], { tone: NoticeTone; title: string }> = {
  approve: { tone: 'ok', title: 'You can apply, and would be approved right away' },
  review: { tone: 'info', title: 'You can apply, and our team would review it' },
  first: { tone: 'info', title: 'Not yet. Do this first' },
  decline: { tone: 'warn', title: 'This company does not qualify' },
};

const Answer = ({ outcome, because }: Outlook) => {
  const { credit } = useSettings();
  return (
    <Notice {...verdicts[outcome]}>
      {outcome === 'approve' && (
        <p className="mt-2">
          The first limit is {formatMoney(credit.firstLimit)}. This assumes that the application matches your
          answers, that its EIN is not on another account, and that no earlier account of the company ended
          with unpaid invoices.
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-3">
        {because.map(({ found, change }) => (
          <li key={found}>
            {found} {change}
          </li>
        ))}
      </ul>
      <div className="mt-5">
        {outcome === 'approve' || outcome === 'review' ? (
          <ButtonLink to="/profile/credit/apply">Apply for an account</ButtonLink>
        ) : (
          <ButtonLink to="/products">See the products</ButtonLink>
        )}
      </div>
    </Notice>
  );
};
