/**
 * `/v1/balance_transactions`: money that entered or left the account with its fees, newest first. Contains
 * only charges and disputes, because only they have fees. Charge transactions are computed from the charge on
 * request.
 */
import type Stripe from 'stripe';
import { datedPageOf } from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { ListQuery } from '#sandbox/stripe/store.ts';
import type { Call } from '#sandbox/stripe/world.ts';

const all = 1_000_000;

/** The fee for a US card: 2.9 % and 30 cents, rounded to the cent. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30;

function ofCharge(charge: Stripe.Charge): Stripe.BalanceTransaction {
  const [amount, fee] = [charge.amount_captured, feeOf(charge.amount_captured)];
  return {
    id: charge.id.replace(/^ch_/, 'txn_'),
    object: 'balance_transaction',
    amount,
    available_on: charge.created,
    balance_type: 'payments',
    created: charge.created,
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency: charge.currency,
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ],
    net: amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'available',
    type: 'charge',
  };
}

type Made = Exclude<ListQuery['created'], undefined>;

const isWithin = (at: number, range: Made | undefined): boolean => {
  if (range === undefined) return true;
  if (typeof range === 'number') return at === range;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
};

function transactions({ world }: Call, range: Made | undefined): Stripe.BalanceTransaction[] {
  const charges = world.store
    .list('charge', { limit: all, created: range })
    .filter(({ status }) => status === 'succeeded');
  const moves = world.store
    .list('dispute', { limit: all })
    .flatMap((dispute) => dispute.balance_transactions);
  return [...charges.map(ofCharge), ...moves.filter(({ created }) => isWithin(created, range))].toSorted(
    (a, b) => b.created - a.created || (a.id < b.id ? 1 : -1),
  );
}

export const operations = [
  operation({
    method: 'GET',
    path: '/v1/balance_transactions',
    params: datedPageOf,
    run: (call, values) => {
      const found = transactions(call, values.created);
      const from =
        values.starting_after === undefined ? -1 : found.findIndex(({ id }) => id === values.starting_after);
      if (values.starting_after !== undefined && from === -1)
        throw noSuch('balance transaction', idOf(values.starting_after) ?? '', 'starting_after');
      const rest = found.slice(from + 1);
      const limit = values.limit ?? 10;
      return {
        object: 'list',
        url: '/v1/balance_transactions',
        has_more: rest.length > limit,
        data: rest.slice(0, limit),
      };
    },
  }),
];
