/** `/faq`: questions and answers, all collapsed at first. */
import type { LoaderFunctionArgs } from 'react-router';
import type { PageHandle } from '#web/document/page-head.tsx';
import { Drawing } from '#web/art/drawing.tsx';
import questionsArt from '#web/art/questions.svg?url';
import { FaqList } from '#web/features/faq/faq-list.tsx';
import { faqItems } from '#web/features/faq/questions.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MailLink } from '#web/ui/mail-link.tsx';
import { shopSettings } from '#web/server-context.ts';

export const handle: PageHandle = {
  title: 'Frequently asked questions',
  description:
    'What we do for founders abroad, how US business setup works, visas, brand building, legal and financial support, and how to reach us.',
};

export const loader = ({ context }: LoaderFunctionArgs) => ({
  questions: faqItems(context.get(shopSettings)),
});

type FaqData = ReturnType<typeof loader>;

/** Questions open and close natively, without scripts. */
export default function FaqPage({ loaderData: { questions } }: { loaderData: FaqData }) {
  return (
    <div className="page grid grid-cols-1 gap-x-8 gap-y-8 py-10 sm:py-14 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-4">
        <div className="lg:sticky lg:top-24">
          <h1 className="text-3xl">Frequently asked questions</h1>
          <p className="mt-5 max-w-line text-lg">
            What founders ask us before they begin. Open a question to read the answer.
          </p>
          <Drawing file={questionsArt} className="mt-10 hidden w-full lg:block" />
        </div>
      </div>
      <div className="min-w-0 lg:col-span-8">
        <FaqList items={questions} />
        <section
          aria-labelledby="more-questions"
          className="mt-10 flex flex-col items-start gap-4 rounded-lg bg-credit-soft p-5 sm:p-8"
        >
          <h2 id="more-questions" className="text-2xl">
            Still have a question?
          </h2>
          <p className="max-w-line text-lg">
            Tell us where you live and what you want to do. We usually answer within one business day, free of
            charge.
          </p>
          <ButtonLink to="/contact-us">Contact Us</ButtonLink>
          <p>
            Or write to <MailLink />
          </p>
        </section>
      </div>
    </div>
  );
}
