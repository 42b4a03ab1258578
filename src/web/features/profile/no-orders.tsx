/** Shown in place of the orders if there are none, with the next step. */
import { ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

const linkStyle = 'underline underline-offset-4 hover:text-accent';

export const NoOrders = () => (
  <section aria-labelledby="orders-heading" className="grid gap-4">
    <h2 id="orders-heading" className="text-xl">
      Orders
    </h2>
    <div className="grid justify-items-start gap-4 rounded-lg bg-sunk p-5 sm:p-6">
      <p className="font-display text-lg font-semibold">No orders yet</p>
      <ol className="grid list-decimal gap-2 ps-5">
        <li>Choose a service. Each shows its price in US dollars.</li>
        <li>Pay by card. Checkout starts with the details in your profile.</li>
        <li>We usually email you within one business day. The order and its status appear here.</li>
      </ol>
      <ButtonLink to="/products">Go to products</ButtonLink>
      <p className="text-sm">
        Not sure what you need?{' '}
        <SiteLink to="/contact-us" className={linkStyle}>
          Ask us first
        </SiteLink>
      </p>
    </div>
  </section>
);
