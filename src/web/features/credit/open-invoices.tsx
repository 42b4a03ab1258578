/**
 * Open invoices with due dates and ways to pay: together or one by one, with a saved card or on the
 * processor's page.
 */
import { useEffect, useRef, useState } from 'react';
import { formatDueDay } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { type Account, type OpenInvoice, useRefreshMutation } from './credit-api.ts';
import { Part } from './credit-frame.tsx';
import { CardPayment } from './card-payment.tsx';

const askEveryMs = 4_000;
const askForMs = 600_000;

/**
 * Refetches the account after the user opened the processor's page. Runs when the user returns, and every 4 s
 * for up to 10 minutes while this tab is visible.
 */
function useRefreshWhilePaying(owed: number): { onLeave: () => void } {
  const [refresh] = useRefreshMutation();
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isRunning = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed amount owed ends the wait
  useEffect(() => setLeftAt(null), [owed]);
  useEffect(() => {
    if (leftAt === null) return;
    const ask = () => {
      if (document.visibilityState !== 'visible' || isRunning.current || Date.now() - leftAt > askForMs)
        return;
      isRunning.current = true;
      void refresh().finally(() => {
        isRunning.current = false;
      });
    };
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [leftAt, refresh]);
  return { onLeave: () => setLeftAt(Date.now()) };
}

export function OpenInvoices({ account: { invoices, owed } }: { account: Account }) {
  const [paying, setPaying] = useState<readonly string[]>([]);
  const { onLeave } = useRefreshWhilePaying(owed);
  const shown = invoices.filter(({ id }) => paying.includes(id));
  return (
    <Part id="open-invoices" title="Open invoices">
      {invoices.length === 0 && (
        <p className="text-muted">You owe nothing. Invoices appear here when you buy on credit.</p>
      )}
      {invoices.length > 0 && (
        <ul className="grid gap-3">
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <Row invoice={invoice} onPay={() => setPaying([invoice.id])} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      {invoices.length > 1 && (
        <div>
          <Button variant="secondary" onClick={() => setPaying(invoices.map(({ id }) => id))}>
            Pay all open invoices, {formatMoney(fromDollars(owed))}
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <CardPayment
          key={paying.join(' ')}
          invoices={shown}
          onLeave={onLeave}
          onClose={() => setPaying([])}
        />
      )}
    </Part>
  );
}

function Row({ invoice, onPay, onLeave }: { invoice: OpenInvoice; onPay: () => void; onLeave: () => void }) {
  const { id, number, dueOn, owed, amount, daysLate, stripeHostedInvoice: page } = invoice;
  return (
    <article
      aria-label={`Invoice ${number}`}
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:flex sm:items-center sm:justify-between"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SiteLink
            to={`/invoices/${id}`}
            className="money font-medium underline underline-offset-4 hover:text-accent"
          >
            {number}
          </SiteLink>
          {daysLate > 0 && (
            <Badge tone="danger">{daysLate === 1 ? '1 day past due' : `${daysLate} days past due`}</Badge>
          )}
        </p>
        <p className="text-muted">Due by {formatDueDay(dueOn)}</p>
        <p className="text-lg font-semibold">
          <Money amount={fromDollars(owed)} />
          {owed < amount && (
            <span className="text-base font-normal text-muted"> of {formatMoney(fromDollars(amount))}</span>
          )}
        </p>
      </div>
      {page === null ? (
        <p className="text-sm text-muted">
          The payment page is being prepared. Please check again in a minute.
        </p>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={onPay}>
            Pay now
          </Button>
          <ButtonLink
            to={page}
            size="small"
            variant="secondary"
            target="_blank"
            rel="noreferrer"
            onClick={onLeave}
          >
            Open payment page
          </ButtonLink>
        </div>
      )}
    </article>
  );
}
