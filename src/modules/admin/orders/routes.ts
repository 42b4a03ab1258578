/** HTTP routes for orders as staff see them. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as acts from './acts.ts';
import { exportOrders } from './export.ts';
import { readFacts } from './facts.ts';
import { listOrders } from './list.ts';
import { createOrder, sendLink } from './place.ts';
import { readStory } from './story.ts';

export function staffOrderRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListOrders, ({ query }) => listOrders(deps, query));
  mount(contract.staffExportOrders, ({ query }, caller) => exportOrders(deps, caller, query));
  mount(contract.staffReadOrder, ({ params }, caller) => readFacts(deps, caller, params.id));
  mount(contract.staffReadOrderStory, ({ params }) => readStory(deps.db, params.id));
  mount(contract.staffCompleteOrder, ({ params }, caller) => acts.complete(deps, caller, params.id));
  mount(contract.staffCancelOrder, ({ params }, caller) => acts.cancel(deps, caller, params.id));
  mount(contract.staffRefundOrder, (received, caller) => acts.refund(deps, caller, received));
  mount(contract.staffCancelSale, (received, caller) => acts.cancelPaid(deps, caller, received));
  mount(contract.staffNoteOnOrder, ({ params, body }, caller) =>
    acts.note(deps, caller, params.id, body.text),
  );
  mount(contract.staffCreateOrder, (received, caller) => createOrder(deps, caller, received));
  mount(contract.staffSendOrderLink, ({ params }, caller) => sendLink(deps, caller, params.id));
}
