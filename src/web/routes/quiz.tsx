/**
 * `/quiz`: five questions, one per page, and the services that fit the answers. Each step is an address;
 * nothing is stored.
 */
import type { LoaderFunctionArgs } from 'react-router';
import { listProducts } from '#contract/catalog.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { QuestionPage } from '#web/features/quiz/question-page.tsx';
import { questions } from '#web/features/quiz/questions.ts';
import { readPlace } from '#web/features/quiz/quiz-address.ts';
import { cartOf } from '#web/features/quiz/quiz-cart.ts';
import { ResultPage } from '#web/features/quiz/result-page.tsx';
import { planFor } from '#web/features/quiz/rules.ts';
import { publicClient } from '#web/server-context.ts';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle: PageHandle<Loaded> = (loaded) => ({
  title: titleOf(loaded),
  description:
    'Answer five questions about where you live, what you sell and your plans. See the services that fit you, with reasons and prices.',
});

/** The first question uses the title of the quiz. */
function titleOf(loaded: Loaded | undefined): string {
  if (loaded?.question === null) return 'Your list of services';
  const number = questions.findIndex(({ name }) => name === loaded?.question.name) + 1;
  return number <= 1
    ? 'Which services do you need?'
    : `Question ${number} of ${questions.length}: ${loaded?.question.asks}`;
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const place = readPlace(new URL(request.url).searchParams);
  if (place.question !== null) return place;
  return { ...place, cart: cartOf(planFor(place.given), await context.get(publicClient)(listProducts)) };
};

export default function QuizPage({ loaderData }: { loaderData: Loaded }) {
  return loaderData.question === null ? (
    <ResultPage answers={loaderData.given} cart={loaderData.cart} />
  ) : (
    <QuestionPage given={loaderData.given} question={loaderData.question} />
  );
}
