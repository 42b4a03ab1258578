/** Who may own a US company, in one large sentence, and how we help. */
import { useLanguage } from '#web/language.tsx';

export function Introduction() {
  const { say } = useLanguage();
  return (
    <section
      aria-label={say('Introduction')}
      className="page grid grid-cols-1 gap-x-8 gap-y-5 py-12 sm:py-24 lg:grid-cols-12"
    >
      <p className="font-display text-2xl font-semibold text-balance lg:col-span-7">
        {say(
          'You can own a US company without a US passport, visa or home. You need the right documents, in the right order, on time.',
        )}
      </p>
      <p className="lg:col-span-4 lg:col-start-9 lg:pt-1">
        {say(
          'Stateside is for founders outside the US. We prepare the documents and file them once you confirm them. As your registered agent, we remind you of every state deadline.',
        )}
      </p>
    </section>
  );
}
