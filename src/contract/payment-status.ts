/** How a payment stands, apart from buying: the pages after a payment load this, and nothing of the forms. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Dollars, OrderId } from './values.ts';

export const readPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/orders/{id}/payment-status',
  access: 'public',
  summary: 'Returns whether the order is paid; asks the processor while it is open',
  params: z.strictObject({ id: OrderId }),
  response: z.object({
    orderId: OrderId,
    /** `open`: nothing paid yet, the card may still be tried. `checking`: the processor is still deciding. */
    status: z.enum(['open', 'requires_action', 'checking', 'paid', 'canceled']),
    orderNumber: z.string(),
    total: Dollars,
    /** Of a paid order, masked: enough for the buyer to know their address again, and of no use to anybody else. */
    receiptTo: z.string().optional(),
    /** The processor's words about the last decline, for the shopper. */
    message: z.string().optional(),
  }),
});
