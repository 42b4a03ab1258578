/** Tasks that a founder would otherwise hand to six providers, in the order they come up. */
const needs = [
  { what: 'The state', asks: 'a company name, a registered agent, an annual report' },
  { what: 'The IRS', asks: 'forms each April, under your tax number' },
  { what: 'The bank', asks: 'stamped documents, an address, a sales plan' },
  { what: 'The payment platform', asks: 'the tax number, a phone, a website' },
  { what: 'The customer', asks: 'a name to trust, and someone who answers' },
  { what: 'The first supplier', asks: 'proof that you pay on time' },
];

export const OneStopShop = () => (
  <section
    aria-labelledby="one-stop-shop"
    className="page grid grid-cols-1 gap-x-8 gap-y-8 py-16 sm:py-24 lg:grid-cols-12"
  >
    <div className="lg:col-span-5">
      <h2 id="one-stop-shop" className="text-2xl">
        A one stop shop to building a business
      </h2>
      <p className="mt-5 max-w-line text-lg">
        Six parties ask something of a new company, and each needs documents issued by the one before it.
      </p>
      <p className="mt-4 max-w-line">
        We know the order. You get one account, one cart and one team to write to.
      </p>
    </div>
    <dl className="lg:col-span-6 lg:col-start-7">
      {needs.map(({ what, asks }) => (
        <div key={what} className="grid grid-cols-1 gap-x-6 border-t border-line py-3.5 sm:grid-cols-12">
          <dt className="font-display text-lg font-semibold sm:col-span-5">{what}</dt>
          <dd className="text-muted sm:col-span-7">asks for {asks}</dd>
        </div>
      ))}
    </dl>
  </section>
);
