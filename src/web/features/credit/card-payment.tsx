/** Pays one or several invoices with a saved card, with one payment each. */
import { useEffect, useRef, useState } from 'react';
import { formatMoney, fromDollars, add } from '#kernel/money.ts';
import { SavedCards } from '#web/features/cards/saved-cards.tsx';
import { refusalText } from '#web/session/refusal.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { useCardsQuery } from '#web/features/cards/cards-api.ts';
import { type OpenInvoice, usePayMutation } from './credit-api.ts';

type Problem = { message: string; page: string | null };

type Props = { invoices: OpenInvoice[]; onLeave: () => void; onClose: () => void };

export function CardPayment({ invoices, onLeave, onClose }: Props) {
  const { data: cards, error, refetch, isFetching } = useCardsQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  const [pay, { isLoading }] = usePayMutation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const cardId = chosen ?? cards?.[0]?.id ?? null;
  const total = add(...invoices.map(({ owed }) => fromDollars(owed)));
  const send = async () => {
    if (cardId === null || isLoading) return;
    setProblem(null);
    const answer = await pay({ invoiceIds: invoices.map(({ id }) => id), paymentMethodId: cardId })
      .unwrap()
      .catch(refusalText);
    if (typeof answer === 'string') return setProblem({ message: answer, page: null });
    const open = answer.results.find(({ status }) => status !== 'paid');
    if (open === undefined) {
      toasts.success(invoices.length === 1 ? 'Invoice paid' : 'Invoices paid', 'credit');
      return onClose();
    }
    const page = invoices.find(({ id }) => id === open.invoiceId)?.stripeHostedInvoice ?? null;
    setProblem({ message: wordsOf(open), page });
  };
  return (
    <section aria-labelledby="pay-heading" className="grid gap-4 rounded-md bg-sunk p-4 sm:p-5">
      <h3 id="pay-heading" ref={heading} tabIndex={-1} className="font-semibold">
        Pay {formatMoney(total)} with a saved card
      </h3>
      {cards === undefined && error === undefined && <Skeleton className="h-20" />}
      {error !== undefined && cards === undefined && (
        <Notice tone="danger" role="alert">
          <p>{refusalText(error)}</p>
          <Button size="small" className="mt-3" isBusy={isFetching} onClick={refetch}>
            Try again
          </Button>
        </Notice>
      )}
      {cards?.length === 0 && <NoCards invoices={invoices} onLeave={onLeave} />}
      {cards !== undefined && cards.length > 0 && (
        <SavedCards cards={cards} chosen={cardId} onChoose={setChosen} name="card-for-invoices" />
      )}
      {problem !== null && <NotPaid problem={problem} onLeave={onLeave} />}
      <div className="flex flex-wrap gap-3">
        {cards !== undefined && cards.length > 0 && (
          <Button isBusy={isLoading} onClick={send}>
            Pay {formatMoney(total)}
          </Button>
        )}
        <Button variant="text" onClick={onClose}>
          Back
        </Button>
      </div>
    </section>
  );
}

const NotPaid = ({ problem: { message, page }, onLeave }: { problem: Problem; onLeave: () => void }) => (
  <Notice tone="danger" role="alert">
    <p>{message}</p>
    {page !== null && (
      <ButtonLink
        to={page}
        size="small"
        variant="secondary"
        className="mt-3"
        target="_blank"
        rel="noreferrer"
        onClick={onLeave}
      >
        Open payment page
      </ButtonLink>
    )}
  </Notice>
);

/**
 * One invoice can be paid with a new card on its payment page. Several can only be paid with a saved card.
 */
function NoCards({ invoices, onLeave }: Pick<Props, 'invoices' | 'onLeave'>) {
  const page = invoices.length === 1 ? (invoices[0]?.stripeHostedInvoice ?? null) : null;
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {page === null
          ? 'You have no saved cards. Add one, or open the payment page of each invoice.'
          : 'You have no saved cards. Enter your card on the payment page of the invoice, or save one for the next time.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {page !== null && (
          <ButtonLink to={page} size="small" target="_blank" rel="noreferrer" onClick={onLeave}>
            Pay with a new card
          </ButtonLink>
        )}
        <ButtonLink to="/profile?section=cards" size="small" variant="secondary">
          Add a card
        </ButtonLink>
      </div>
    </div>
  );
}

function wordsOf({ status, message }: { status: string; message?: string | undefined }): string {
  if (status === 'declined')
    return `${message ?? 'Your card was declined.'} Nothing was charged for this invoice.`;
  if (status === 'requires_action')
    return 'Your bank needs you to confirm this payment. You can do that on the payment page.';
  return 'We do not know yet whether this was paid. You are never charged twice for the same invoice; check again in a minute.';
}
