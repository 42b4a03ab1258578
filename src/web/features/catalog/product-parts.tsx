/** The lists of a product page: lines, steps with their durations, and expandable questions. */
import { type ReactNode, useId } from 'react';
import { phrase } from '#kernel/language.ts';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const { translate } = useLanguage();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {translate(title)}
      </h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}

export const Lines = ({ lines, mark }: { lines: readonly string[]; mark: 'check' | 'dot' }) => (
  <ul className="flex max-w-line flex-col gap-2.5">
    {lines.map((text) => (
      <li key={text} className="flex gap-3">
        {mark === 'check' ? (
          <Icon name="check" className="mt-1 size-4 text-credit" />
        ) : (
          <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-full bg-credit" />
        )}
        <span className="min-w-0">
          <StoredText>{text}</StoredText>
        </span>
      </li>
    ))}
  </ul>
);

/** Renders nothing without lines. */
export const PartOfLines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <Part title={title}>
      <Lines lines={lines} mark="dot" />
    </Part>
  );

type Step = { title: string; time: string; text: string };

export function Steps({ steps }: { steps: readonly Step[] }) {
  const { say } = useLanguage();
  return (
    <Part title={phrase('How it works, step by step')}>
      <ol className="max-w-line">
        {steps.map(({ title, time, text }, index) => (
          <li key={title} className="relative flex gap-4 pb-7 last:pb-0">
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className="absolute start-5 top-10 bottom-0 -ms-0.5 border-s-4 border-dotted border-accent"
              />
            )}
            <span
              aria-hidden="true"
              className="flex size-10 shrink-0 items-center justify-center rounded-full bg-ink font-display text-lg font-semibold text-paper"
            >
              {index + 1}
            </span>
            <div className="min-w-0 pt-1.5">
              <h3 className="text-lg">
                <StoredText>{title}</StoredText>
              </h3>
              {time !== '' && (
                <p className="mt-1 flex gap-2 text-sm text-muted">
                  <Icon name="clock" className="mt-0.5 size-4" />
                  <StoredText>{time}</StoredText>
                </p>
              )}
              {text !== '' && (
                <p className="mt-1.5">
                  <StoredText>{text}</StoredText>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <SiteLink
          to="/inside-an-order"
          className="underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
        >
          {say('See inside a sample order')}
        </SiteLink>
      </p>
    </Part>
  );
}

type Question = { question: string; answer: string };

export const Questions = ({ questions }: { questions: readonly Question[] }) => (
  <Part title={phrase('Questions')}>
    <ul className="max-w-line border-t border-line">
      {questions.map(({ question, answer }) => (
        <li key={question} className="border-b border-line">
          <details className="group">
            <summary className="flex list-none items-start justify-between gap-4 py-4 hover:text-accent [&::-webkit-details-marker]:hidden">
              <h3 className="min-w-0 text-lg">
                <StoredText>{question}</StoredText>
              </h3>
              <span className="rounded-full border border-line p-1 text-ink transition-transform duration-150 group-open:rotate-45">
                <Icon name="plus" />
              </span>
            </summary>
            <p className="pb-5">
              <StoredText>{answer}</StoredText>
            </p>
          </details>
        </li>
      ))}
    </ul>
  </Part>
);
