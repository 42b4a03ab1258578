/**
 * The call to action for the Net 30 account: its terms in one paragraph, and a link to the page that explains
 * them.
 */
import { creditTerms } from '#kernel/credit-terms.ts';
import { Drawing } from '#web/art/drawing.tsx';
import homeArt from '#web/art/home.svg?url';
import { useLanguage } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useSettings } from '#web/use-settings.ts';

export function Net30Banner() {
  const { say } = useLanguage();
  const { credit } = useSettings();
  return (
    <section aria-labelledby="net-30-banner" className="page py-12 sm:py-24">
      <div className="grid grid-cols-1 items-center gap-x-8 overflow-hidden rounded-lg bg-credit-soft lg:grid-cols-12">
        <div className="px-5 pt-8 sm:px-10 sm:pt-12 lg:col-span-6 lg:py-14">
          <h2 id="net-30-banner" className="text-3xl">
            {say('Net 30 vendor account')}
          </h2>
          <p className="mt-4 max-w-line text-lg">
            {say(
              'Buy our services by invoice: half now, half when the work is done, each half due in {days} days. Your first limit is {limit}, and most applications are decided right away.',
              { days: creditTerms.daysToPay, limit: { cents: credit.firstLimit } },
            )}
          </p>
          <p className="mt-3 max-w-line">
            {say(
              'If you connect an account at Factiiv, a business credit platform, and agree, we report your card purchases, renewals and Net 30 account there.',
            )}
          </p>
          <ButtonLink to="/net-30-vendor" variant="secondary" className="mt-7">
            {say('How the account works')}
          </ButtonLink>
        </div>
        <Drawing
          file={homeArt}
          part="invoices"
          size="640 500"
          className="w-64 max-w-full justify-self-center sm:w-full sm:max-w-form lg:col-span-6 lg:max-w-none lg:pe-6"
        />
      </div>
    </section>
  );
}
