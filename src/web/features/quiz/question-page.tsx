/**
 * One question. The form requests the next step with the answers in the address, so it works the same with
 * and without scripts.
 */
import { Button, ButtonLink } from '#web/ui/button.tsx';
import type { Answers, Question } from './questions.ts';
import { questions } from './questions.ts';
import { addressOfPrevious, otherAnswers } from './quiz-address.ts';

type QuestionPageProps = { given: Partial<Answers>; question: Question };

export function QuestionPage({ given, question: { name, asks, hint, choices } }: QuestionPageProps) {
  const number = questions.findIndex((question) => question.name === name) + 1;
  const previous = addressOfPrevious(given, name);
  return (
    <div className="page py-10 sm:py-14 lg:py-20">
      <form action="/quiz" className="max-w-line">
        {otherAnswers(given, name).map(([other, value]) => (
          <input key={other} type="hidden" name={other} value={value} />
        ))}
        <p className="font-semibold">
          Question {number} of {questions.length}
        </p>
        <div aria-hidden="true" className="mt-3 flex gap-1.5">
          {questions.map((each, index) => (
            <span
              key={each.name}
              className={`h-1.5 flex-1 rounded-full ${index < number ? 'bg-accent' : 'bg-line'}`}
            />
          ))}
        </div>
        <fieldset className="mt-8" aria-describedby={hint === null ? undefined : 'quiz-hint'}>
          <legend>
            <h1 className="text-3xl">{asks}</h1>
          </legend>
          {hint !== null && (
            <p id="quiz-hint" className="mt-4 text-lg">
              {hint}
            </p>
          )}
          <div className="mt-8 grid gap-3">
            {choices.map(({ value, says, hint: example }) => (
              <label
                key={value}
                className="flex min-h-14 cursor-pointer items-start gap-3 rounded-lg border-2 border-line px-4 py-3.5 hover:border-ink has-checked:border-ink has-checked:bg-surface"
              >
                <input
                  type="radio"
                  name={name}
                  value={value}
                  defaultChecked={given[name] === value}
                  required
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-medium">{says}</span>
                  {example !== null && <span className="mt-0.5 block text-sm text-muted">{example}</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button type="submit" size="large">
            {number === questions.length ? 'See your list' : 'Continue'}
          </Button>
          {previous !== null && (
            <ButtonLink to={previous} variant="secondary" size="large" reloadDocument>
              Back
            </ButtonLink>
          )}
        </div>
        {number === 1 && (
          <p className="mt-8 text-muted">
            Five questions, about one minute. You get a list of the services that fit you: what to order
            first, what can wait, the reason for each, and what it costs today and over a year. No account
            needed, and we do not store your answers.
          </p>
        )}
      </form>
    </div>
  );
}
