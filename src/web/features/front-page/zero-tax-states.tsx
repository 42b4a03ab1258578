/** Five states without personal income tax, and their other fees. The sources are listed at the end. */
import { Drawing } from '#web/art/drawing.tsx';
import homeArt from '#web/art/home.svg?url';
import { useLanguage, withNodes } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';

export type StateFacts = { state: string; stamp: string; untaxed: string; charged: string; source: string };

type Unchanged = { title: string; text: string; source?: string };
type Shown = { states: readonly StateFacts[]; unchanged: readonly Unchanged[] };

export function ZeroTaxStates({ states, unchanged }: Shown) {
  const { say, sayWith, translate } = useLanguage();
  return (
    <section aria-labelledby="zero-tax-states" className="band py-12 sm:py-24">
      <div className="page">
        <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-12">
          <h2 id="zero-tax-states" className="text-3xl lg:col-span-6">
            {say('Best zero-tax states')}
          </h2>
          <p className="max-w-line text-lg lg:col-span-6 lg:pt-2">
            {say(
              'None of these five taxes personal income. Each still charges a company something. Here is what, as of 2026.',
            )}
          </p>
        </div>
        <ul className="mt-8 lg:mt-12">
          {states.map((facts) => (
            <StateRow key={facts.state} {...facts} />
          ))}
        </ul>
        <div className="border-t border-line pt-3">
          <Disclosure title={say('What “no income tax” does not change, and our sources')}>
            <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
              {unchanged.map(({ title, text }) => (
                <li key={title} className="border-t-2 border-accent pt-3">
                  <h3 className="font-semibold">{translate(title)}</h3>
                  <p className="mt-1 text-muted">{translate(text)}</p>
                </li>
              ))}
            </ul>
            <p className="mt-6 max-w-line text-sm text-muted">
              {withNodes(
                sayWith('Sources: {sources}.', {
                  sources: <StoredText>{sourcesOf(states, unchanged)}</StoredText>,
                }),
              )}
            </p>
          </Disclosure>
        </div>
        <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-5">
          <ButtonLink to="/contact-us" size="large">
            {withNodes(
              sayWith('Learn more {about}', {
                about: <span className="sr-only">{say('about states without these taxes')}</span>,
              }),
            )}
          </ButtonLink>
          <p className="max-w-line">
            {say(
              'Tell us what you sell and where you live. We will reply with what each state requires and what it costs.',
            )}
          </p>
        </div>
      </div>
    </section>
  );
}

const sourcesOf = (states: readonly StateFacts[], unchanged: readonly Unchanged[]): string =>
  [...states, ...unchanged].flatMap(({ source }) => source ?? []).join('; ');

function StateRow({ state, stamp, untaxed, charged }: StateFacts) {
  const { sayWith, translate } = useLanguage();
  return (
    <li className="grid grid-cols-6 items-start gap-x-4 gap-y-1 border-t border-line py-5 sm:grid-cols-12 sm:gap-x-6 lg:gap-x-8">
      <Drawing file={homeArt} part={stamp} size="94 104" className="row-span-2 w-full sm:row-span-1" />
      <div className="col-span-5">
        <h3 className="text-xl">{translate(state)}</h3>
        <p className="text-sm text-muted">
          {withNodes(
            sayWith('No state tax on {income}', {
              income: <span className="font-semibold text-ink">{translate(untaxed)}</span>,
            }),
          )}
        </p>
      </div>
      <p className="col-span-5 sm:col-span-6">{translate(charged)}</p>
    </li>
  );
}
