/**
 * The place in the quiz, as in the address: `/quiz?live=abroad&sell=goods`. Every step is an address, so
 * Back, bookmarks, and shared links lead to the same step, and nothing is stored.
 */
import { type Answers, type Question, type QuestionName, questions } from './questions.ts';

/** `question`: the current one. Null: all are answered. */
export type QuizPlace = { given: Partial<Answers>; question: Question } | { given: Answers; question: null };

/** The parameter that asks a question again, with its answer selected. */
const changeField = 'change';

/** Returns the first question without a valid answer, or an earlier one to be changed. */
export function readPlace(query: URLSearchParams): QuizPlace {
  const answers: Partial<Answers> = Object.fromEntries(
    questions.flatMap((question) => {
      const value = query.get(question.name);
      return allows(question, value) ? [[question.name, value]] : [];
    }),
  );
  const open = questions.findIndex(({ name }) => answers[name] === undefined);
  const changed = questions.findIndex(({ name }) => name === query.get(changeField));
  const next = changed >= 0 && (open < 0 || changed < open) ? changed : open;
  const question = questions[next];
  return question === undefined
    ? { given: answers as Answers, question: null }
    : { given: answers, question };
}

const allows = ({ choices }: Question, value: string | null): boolean =>
  choices.some((choice) => choice.value === value);

/** In the order of the questions. */
const pairsOf = (answers: Partial<Answers>): [QuestionName, string][] =>
  questions.flatMap(({ name }): [QuestionName, string][] =>
    answers[name] === undefined ? [] : [[name, answers[name]]],
  );

/** The other answers that a question's form submits as hidden fields. */
export const otherAnswers = (answers: Partial<Answers>, current: QuestionName): [QuestionName, string][] =>
  pairsOf(answers).filter(([name]) => name !== current);

/** The address that asks a question again; the other answers stay. */
export const addressToChange = (answers: Partial<Answers>, name: QuestionName): string =>
  `/quiz?${new URLSearchParams([...pairsOf(answers), [changeField, name]])}`;

/** Null on the first question. */
export function addressOfPrevious(answers: Partial<Answers>, current: QuestionName): string | null {
  const previous = questions[questions.findIndex(({ name }) => name === current) - 1];
  return previous === undefined ? null : addressToChange(answers, previous.name);
}
