/** HTTP routes for bulk acts. Keep them thin: logic belongs in the service. */
import { contract } from '#contract/contract.ts';
import { findRepeatable } from '#modules/mail/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount, Person } from '#platform/mount.ts';
import * as acts from './service.ts';
import type { Kind } from './store.ts';

type Press = {
  headers: { 'idempotency-key': string };
  body: { ids?: string[] | undefined; filter?: unknown };
};

export function staffBulkRoutes(mount: Mount, deps: Deps): void {
  const start = (kind: Kind) => (press: Press, caller: Person) =>
    acts.startBulkAct(deps, caller, kind, press.headers['idempotency-key'], press.body);
  mount(contract.staffCompleteOrders, start('complete_orders'));
  mount(contract.staffEmailOrdersAgain, start('email_orders_again'));
  mount(contract.staffEndCoupons, start('end_coupons'));
  mount(contract.staffUnpublishProducts, start('unpublish_products'));
  mount(contract.staffUnpublishBoosters, start('unpublish_boosters'));
  mount(contract.staffDisableCustomers, start('disable_customers'));
  mount(contract.staffUnpublishPosts, start('unpublish_posts'));
  mount(contract.staffSendEmailAgain, async ({ params: { id }, headers }, caller) => {
    await findRepeatable(deps.db, id);
    return start('send_email_again')({ headers, body: { ids: [id] } }, caller);
  });
  mount(contract.staffListBulkActs, (_received, caller) => acts.listBulkActs(deps, caller));
  mount(contract.staffReadBulkAct, ({ params }, caller) => acts.readBulkAct(deps, caller, params.id));
  mount(contract.staffStopBulkAct, ({ params }, caller) => acts.stopBulkAct(deps, caller, params.id));
  mount(contract.staffRetryBulkAct, ({ params }, caller) => acts.retryBulkAct(deps, caller, params.id));
}
