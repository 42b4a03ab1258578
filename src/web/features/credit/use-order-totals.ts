/** What the orders behind open invoices cost in all, from the profile's own orders. */
import { type Cents, fromDollars } from '#kernel/money.ts';
import { api } from '#web/session/api.ts';

export function useOrderTotals(orderIds: readonly string[]): ReadonlyMap<string, Cents> {
  const { data: user } = api.endpoints.me.useQuery();
  const found = new Map<string, Cents>();
  for (const { id, total } of user?.orders ?? []) if (orderIds.includes(id)) found.set(id, fromDollars(total));
  return found;
}
