/**
 * Whether a company would get the account, by the rules that decide an application (`credit/ledger/rules.ts`;
 * a test compares both). No account is needed and nothing is stored. What only an application can show is
 * stated beside the result.
 */
import { type DecisionReason, decisionReasons } from '#content/credit-words.ts';

export const questions = [
  { name: 'formed', asks: 'Is the company formed in a US state or territory?', no: 'No' },
  { name: 'age', asks: 'Was it formed 30 or more days ago?', no: 'No' },
  { name: 'ein', asks: 'Does it have an EIN?', no: 'Not yet' },
  { name: 'address', asks: 'Does it receive mail at a US address?', no: 'No' },
  { name: 'same', asks: 'Are its name, address and phone the same everywhere you give them?', no: 'No' },
  { name: 'bought', asks: 'Have you bought from us by card, with your account?', no: 'Not yet' },
] as const;

export type QuestionName = (typeof questions)[number]['name'];
export type Answers = Record<QuestionName, boolean>;

/** Null until every question is answered. */
export function readAnswers(query: URLSearchParams): Answers | null {
  const answers = questions.map(({ name }) => [name, query.get(name)] as const);
  return answers.every(([, answer]) => answer === 'yes' || answer === 'no')
    ? (Object.fromEntries(answers.map(([name, answer]) => [name, answer === 'yes'])) as Answers)
    : null;
}

type Wanting = { found: string; change: string };
/** `first`: requirements before an application. `approve`: automatic approval. `review`: manual review. */
export type Outlook = { outcome: 'approve' | 'review' | 'decline' | 'first'; because: Wanting[] };

/** Requirements before an application. */
const beforehand = {
  ein: { found: 'There is no EIN yet.', change: 'The application asks for it. We can file for one.' },
  bought: {
    found: 'There is no first purchase yet.',
    change: 'Buy any product by card with your account. The payment must succeed.',
  },
} as const;

export function outlook({ formed, age, ein, address, same, bought }: Answers): Outlook {
  if (!formed) return { outcome: 'decline', because: [decisionReasons.no_us_entity] };
  const first = [...(ein ? [] : [beforehand.ein]), ...(bought ? [] : [beforehand.bought])];
  const reviewReasons: DecisionReason[] = [
    ...(age ? [] : ['young_entity' as const]),
    ...(address ? [] : ['address_not_us' as const]),
    ...(same ? [] : ['name_differs' as const]),
  ];
  const because = reviewReasons.map(
    (reason): Wanting => (reason === 'name_differs' ? differing : decisionReasons[reason]),
  );
  if (first.length > 0) return { outcome: 'first', because: [...first, ...because] };
  return { outcome: because.length > 0 ? 'review' : 'approve', because };
}

const differing: Wanting = {
  found: 'Name, address or phone are not the same everywhere.',
  change: 'Write them the same way everywhere.',
};
