/**
 * Every cost of one example company, as a ledger page. Zero amounts are shown as a dash and words, not as
 * $0.00.
 */
import type { Cents } from '#kernel/money.ts';
import type { Product } from '#web/features/cart/cart.ts';
import { AddTheseToCart } from '#web/features/catalog/add-these-to-cart.tsx';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { ProductLink } from '#web/features/catalog/product-link.tsx';
import { useLanguage } from '#web/language.tsx';
import { Money } from '#web/ui/money.tsx';
import type { FirstYears, YearlyCost } from './first-years.ts';

type ExampleCostsProps = { example: FirstYears | null; prices: CatalogPrices; products: readonly Product[] };

/** `products`: the services bought first. */
export function ExampleCosts({ example, prices, products }: ExampleCostsProps) {
  const { say } = useLanguage();
  if (example === null) return null;
  return (
    <section
      aria-labelledby="example-costs"
      className="page grid grid-cols-1 gap-x-8 gap-y-6 py-12 sm:py-24 lg:grid-cols-12"
    >
      <div className="lg:col-span-5 lg:pe-10">
        <h2 id="example-costs" className="text-2xl">
          {say('One example, with every dollar')}
        </h2>
        <p className="mt-4 text-lg">
          {say(
            'One founder abroad, one Wyoming LLC registered on {day}, with an EIN, an address and a phone. At today’s prices.',
            {
              day: { day: example.registeredOn },
            },
          )}
        </p>
        <p className="mt-3">
          {say(
            'Not included: income tax, sales tax, bank fees and bookkeeping. They depend on what you sell and where. More owners change the total.',
          )}
        </p>
      </div>
      <div className="lg:col-span-7">
        <div className="relative overflow-x-auto rounded-lg border border-line bg-surface shadow-lift">
          <table className="w-full border-collapse text-sm sm:text-base">
            <caption className="sr-only">
              {say('Costs of one Wyoming LLC with one owner abroad, in US dollars')}
            </caption>
            <thead>
              <tr className="align-bottom text-sm">
                <th scope="col" className="w-full ps-4 pt-5 pb-3 text-start font-semibold sm:ps-6">
                  {say('What')}
                </th>
                <th scope="col" className="ps-3 pt-5 pb-3 text-end font-semibold">
                  {say('First 12 months')}
                </th>
                <th scope="col" className="px-4 pt-5 pb-3 text-end font-semibold sm:px-6">
                  {say('Each year after')}
                </th>
              </tr>
            </thead>
            {example.costs.map((cost) => (
              <CostRows key={cost.what} {...cost} prices={prices} />
            ))}
            <tfoot>
              <tr className="border-t-2 border-ink align-top font-semibold sm:text-lg">
                <th scope="row" className="ps-4 py-4 text-start sm:ps-6">
                  {say('Total')}
                </th>
                <Amount amount={example.first} className="ps-3 py-4" />
                <Amount amount={example.later} className="px-4 py-4 sm:px-6" />
              </tr>
            </tfoot>
          </table>
        </div>
        {products.length > 0 && <AddTheseToCart products={products} />}
      </div>
    </section>
  );
}

/** The note has its own row: beside two amounts it would be one word wide on a small screen. */
function CostRows({ id, what, note, first, later, prices }: YearlyCost & { prices: CatalogPrices }) {
  const { say, translate } = useLanguage();
  return (
    <tbody className="border-t border-line">
      <tr className="align-top">
        <th scope="row" className="ps-4 pt-3 text-start font-medium sm:ps-6">
          <ProductLink id={id} prices={prices}>
            {translate(what)}
          </ProductLink>
        </th>
        <Amount amount={first} className="ps-3 pt-3" />
        <Amount amount={later} className="px-4 pt-3 sm:px-6" />
      </tr>
      <tr>
        <td colSpan={3} className="px-4 pb-3 text-sm text-muted sm:px-6">
          {say(note.text, note.values)}
        </td>
      </tr>
    </tbody>
  );
}

function Amount({ amount, className }: { amount: Cents; className: string }) {
  const { say } = useLanguage();
  return (
    <td className={`text-end ${className}`}>
      {amount === 0 ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{say('nothing')}</span>
        </>
      ) : (
        <Money amount={amount} />
      )}
    </td>
  );
}
