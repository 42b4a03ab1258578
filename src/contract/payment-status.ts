/**
 * The status of a payment, in a separate file: the pages after a payment load this without the code of the
 * forms.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Dollars, OrderId } from './values.ts';

export const readPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/orders/{id}/payment-status',
  access: 'public',
  summary: 'Returns whether the order is paid; queries the processor while it is open',
  params: z.strictObject({ id: OrderId }),
  response: z.object({
    orderId: OrderId,
    /** `open`: nothing paid yet, the card may still be tried. `checking`: the processor is still deciding. */
    status: z.enum(['open', 'requires_action', 'checking', 'paid', 'canceled']),
    orderNumber: z.string(),
    total: Dollars,
    /** The masked address of a paid order: enough for the buyer to recognize it, and useless to others. */
    receiptTo: z.string().optional(),
    /** The processor's message to the shopper about the last decline. */
    message: z.string().optional(),
  }),
});
