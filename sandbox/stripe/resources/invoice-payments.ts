/** `/v1/invoice_payments`: maps PaymentIntents to invoices. Read only; payments are made through invoices. */
import { datedPageOf, expand } from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { group, needed, oneOf, text } from '#sandbox/stripe/http/parameters.ts';
import { listOf } from '#sandbox/stripe/http/present.ts';

export const operations = [
  operation({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: {
      ...datedPageOf,
      invoice: text(),
      payment: group({ type: needed(oneOf(['payment_intent'])), payment_intent: text() }),
      status: oneOf(['canceled', 'open', 'paid']),
    },
    run: (call, values) =>
      listOf(call, 'invoice_payment', '/v1/invoice_payments', values, {
        invoice: values.invoice,
        status: values.status,
        'payment.payment_intent': values.payment?.payment_intent,
      }),
  }),
  operation({
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    params: expand,
    run: (call, _values, { id }) => {
      const payment = call.world.store.find('invoice_payment', id);
      if (payment === null) throw noSuch('invoice_payment', id);
      return payment;
    },
  }),
];
