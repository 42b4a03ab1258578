/**
 * The result of the quiz: what to order first and why, what it costs, what can wait, and links to change each
 * answer.
 */
import { useId } from 'react';
import { asCartProduct, type Product } from '#web/features/cart/cart.ts';
import { AddTheseToCart } from '#web/features/catalog/add-these-to-cart.tsx';
import { AddToCart } from '#web/features/catalog/add-to-cart.tsx';
import { ProductPrice } from '#web/features/catalog/product-price.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { Answers } from './questions.ts';
import { questions } from './questions.ts';
import { addressToChange } from './quiz-address.ts';
import { costsOf, type QuizCart, type Suggested } from './quiz-cart.ts';

const linkStyle = 'underline decoration-accent decoration-2 underline-offset-4 hover:text-accent';

export const ResultPage = ({ answers, cart }: { answers: Answers; cart: QuizCart }) => (
  <div className="page py-10 sm:py-14 lg:py-20">
    <h1 className="text-3xl">Your list of services</h1>
    <p className="mt-5 max-w-line text-lg">
      From your five answers.{' '}
      <SiteLink to="#your-answers" className={`whitespace-nowrap ${linkStyle}`}>
        Change my answers
      </SiteLink>
    </p>
    {cart.now.length === 0 ? <NothingOnSale /> : <OrderFirst suggested={cart.now} />}
    <div className="mt-14 grid grid-cols-1 gap-x-8 gap-y-14 lg:grid-cols-12">
      <div className="grid content-start gap-y-14 lg:col-span-7">
        <Later suggested={cart.later} />
        <Notes notes={cart.notes} />
      </div>
      <YourAnswers answers={answers} />
    </div>
  </div>
);

const NothingOnSale = () => (
  <div className="mt-8 max-w-line">
    <p>The services that fit your answers are not available right now. Ask us when they will be.</p>
    <ButtonLink to="/contact-us" className="mt-5">
      Contact us
    </ButtonLink>
  </div>
);

const OrderFirst = ({ suggested }: { suggested: readonly Suggested[] }) => (
  <section
    aria-labelledby="order-first"
    className="mt-10 grid grid-cols-1 items-start gap-x-8 gap-y-8 lg:grid-cols-12"
  >
    <div className="lg:col-span-7">
      <h2 id="order-first" className="text-2xl">
        Order first
      </h2>
      <ul className="mt-5 border-t border-line">
        {suggested.map((each) => (
          <First key={each.product.id} {...each} />
        ))}
      </ul>
    </div>
    <Total suggested={suggested} />
  </section>
);

const First = ({ product, reason }: Suggested) => (
  <li className="flex items-start gap-4 border-b border-line py-5">
    <img
      src={product.image}
      alt=""
      width={320}
      height={240}
      decoding="async"
      className="dim-in-dark aspect-4/3 w-18 shrink-0 rounded-md sm:w-20"
    />
    <div className="min-w-0 flex-1">
      <h3 className="text-lg">
        <SiteLink to={`/products/${product.id}`} className={linkStyle}>
          {product.name}
        </SiteLink>
      </h3>
      <ProductPrice product={product} />
      <p className="mt-2">{reason}</p>
    </div>
  </li>
);

/** A product whose price needs evaluation is not in the total and cannot be in the cart. */
function Total({ suggested }: { suggested: readonly Suggested[] }) {
  const headingId = useId();
  const products = suggested.map(({ product }) => product);
  const priced = products.filter((product) => asCartProduct(product) !== null);
  const { today, renewalsPerYear } = costsOf(priced);
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-6 lg:sticky lg:top-24 lg:col-span-5"
    >
      <h2 id={headingId} className="text-xl">
        What it costs
      </h2>
      {priced.length > 0 && (
        <dl className="mt-4">
          <div className="flex items-baseline justify-between gap-4 text-lg font-semibold">
            <dt>Today</dt>
            <dd>
              <Money amount={today} />
            </dd>
          </div>
          <div className="mt-2 flex items-baseline justify-between gap-4">
            <dt>Renewals per full year</dt>
            <dd>{renewalsPerYear > 0 ? <Money amount={renewalsPerYear} /> : 'None'}</dd>
          </div>
        </dl>
      )}
      {priced.length < products.length && (
        <p className="mt-4">
          A service without a price needs evaluation first.{' '}
          <SiteLink to="/contact-us" className={linkStyle}>
            Contact us
          </SiteLink>
          , and you receive a written price.
        </p>
      )}
      <Buy products={priced} costsId={headingId} />
      <p className="mt-4 hidden noscript:block">Open a service to read about it and to order it.</p>
      <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
        This list is general information and not legal or tax advice.
      </p>
    </section>
  );
}

function Buy({ products, costsId }: { products: readonly Product[]; costsId: string }) {
  const [first, ...others] = products;
  if (first === undefined) return null;
  if (others.length > 0) return <AddTheseToCart products={products} />;
  return (
    <div className="mt-6">
      <AddToCart product={first} productNameId={costsId} isMain />
    </div>
  );
}

const Later = ({ suggested }: { suggested: readonly Suggested[] }) =>
  suggested.length > 0 && (
    <section aria-labelledby="later">
      <h2 id="later" className="text-2xl">
        Later, or only in some cases
      </h2>
      <ul className="mt-5 border-t border-line">
        {suggested.map(({ product, reason }) => (
          <li key={product.id} className="border-b border-line py-4">
            <h3 className="text-lg">
              <SiteLink to={`/products/${product.id}`} className={linkStyle}>
                {product.name}
              </SiteLink>
            </h3>
            <p className="mt-1">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );

const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <section aria-labelledby="good-to-know">
      <h2 id="good-to-know" className="text-2xl">
        Good to know
      </h2>
      <ul className="mt-4 flex max-w-line list-disc flex-col gap-2 ps-5 marker:text-credit">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );

const YourAnswers = ({ answers }: { answers: Answers }) => (
  <section id="your-answers" aria-labelledby="your-answers-heading" className="scroll-mt-24 lg:col-span-5">
    <h2 id="your-answers-heading" className="text-2xl">
      Your answers
    </h2>
    <dl className="mt-5 border-t border-line">
      {questions.map(({ name, asks, choices }) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
        >
          <dt className="w-full text-sm text-muted">{asks}</dt>
          <dd className="min-w-0 flex-1 font-medium">
            {choices.find(({ value }) => value === answers[name])?.says}
          </dd>
          <dd>
            <SiteLink
              to={addressToChange(answers, name)}
              reloadDocument
              aria-label={`Change: ${asks}`}
              className={`py-2 ${linkStyle}`}
            >
              Change
            </SiteLink>
          </dd>
        </div>
      ))}
    </dl>
    <ButtonLink to="/quiz" variant="secondary" reloadDocument className="mt-6">
      Start over
    </ButtonLink>
  </section>
);
