/** Guarantees before payment, quoted from the guarantees page, beside customer reviews. */
import type { Assurance, Testimonial } from '#content/page-texts.ts';
import { useLanguage } from '#web/language.tsx';
import { useTogether } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Testimonials } from './testimonials.tsx';

type AssurancesProps = { assurances: readonly Assurance[]; testimonials: readonly Testimonial[] };

export function Assurances({ assurances, testimonials }: AssurancesProps) {
  const { say } = useLanguage();
  const together = useTogether();
  return (
    <div className="border-t border-line bg-surface py-12 sm:py-24">
      <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
        <section aria-labelledby="assurances" className="lg:col-span-7">
          <h2 id="assurances" className="text-2xl">
            {say('What you can count on')}
          </h2>
          <ul className="mt-5 grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2 lg:mt-8 lg:gap-y-8">
            {assurances.map(({ id, title, text }) => {
              const { spoken, mark } = together([title, text]);
              return (
                <li key={id} {...mark} className="border-t-2 border-credit pt-3">
                  <h3 className="text-lg">{spoken.translate(title)}</h3>
                  <p className="mt-1">{spoken.translate(text)}</p>
                </li>
              );
            })}
          </ul>
          <p className="mt-6">
            <SiteLink
              to="/guarantees"
              className="font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
            >
              {say('All guarantees, case by case')}
            </SiteLink>
          </p>
        </section>
        <Testimonials all={testimonials} />
      </div>
    </div>
  );
}
