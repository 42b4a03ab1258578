/** HTTP routes for checkout. Each handler is one line; anything longer belongs in a service. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { createAndPurchase, purchase, readPaymentStatus } from '#modules/checkout/paying/by-card.ts';
import type { HoldRules } from '#modules/checkout/placing/coupon-hold.ts';
import * as own from '#modules/checkout/own-orders/service.ts';
import { purchaseOrder } from '#modules/checkout/paying/pay-order.ts';
import { correctEmail, readGuestOrder } from '#modules/checkout/settling/correct-email.ts';

export function checkoutRoutes(mount: Mount, deps: Deps, holds: HoldRules): void {
  mount(contract.createAndPurchase, (received, caller) => createAndPurchase(deps, caller, received, holds));
  mount(contract.purchase, (received, caller) => purchase(deps, caller, received, holds));
  mount(contract.purchaseOrder, (received, caller) => purchaseOrder(deps, caller, received, holds));
  mount(contract.readPaymentStatus, ({ params }) => readPaymentStatus(deps, params.id));
  mount(contract.readGuestOrder, ({ params, headers }) =>
    readGuestOrder(deps, { orderId: params.id, key: headers['purchase-key'] }),
  );
  mount(contract.correctGuestEmail, ({ params, headers, body }) =>
    correctEmail(deps, { orderId: params.id, key: headers['purchase-key'], email: body.email }),
  );
  mount(contract.readOrder, ({ params }, caller) => own.readOrder(deps, caller, params.id));
  mount(contract.listOrders, ({ query }, { userId }) => own.pageOfOrders(deps, userId, query.cursor ?? null));
}
