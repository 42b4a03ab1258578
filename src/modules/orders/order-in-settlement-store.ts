/** Reads that a settlement shares: each runs once per transaction. */
import type { Tx } from '#platform/database.ts';
import * as orders from './store.ts';

const lockedBefore = new WeakMap<Tx, Map<string, orders.Order>>();

/**
 * Returns the order of a settlement. Every caller has locked it in the same transaction and nothing changes
 * it in between, so it is read and locked once.
 */
export async function lockForSettlement(tx: Tx, id: string): Promise<orders.Order | null> {
  const locked = lockedBefore.get(tx) ?? new Map<string, orders.Order>();
  lockedBefore.set(tx, locked);
  const order = locked.get(id) ?? (await orders.lock(tx, id));
  if (order !== null) locked.set(id, order);
  return order;
}

const readBefore = new WeakMap<Tx, Map<string, Promise<orders.OrderItem[]>>>();

/** Items never change once written, so the items of a settled order are read once per transaction. */
export function itemsSold(tx: Tx, orderId: string): Promise<orders.OrderItem[]> {
  const cached = readBefore.get(tx) ?? new Map<string, Promise<orders.OrderItem[]>>();
  readBefore.set(tx, cached);
  const found = cached.get(orderId) ?? orders.items(tx, orderId);
  cached.set(orderId, found);
  return found;
}
