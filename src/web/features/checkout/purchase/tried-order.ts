/**
 * The existing order that this tab last tried to pay. The page after the payment announces success only in
 * this tab and only once.
 */
import { openTabStorage, readItem, writeItem } from '#web/local-storage.ts';

const item = 'stateside.triedOrder';

export const noteTriedOrder = (orderId: string): void => void writeItem(openTabStorage(), item, orderId);

/** True the first time for the order that was stored. */
export function takeTriedOrder(orderId: string): boolean {
  if (readItem(openTabStorage(), item) !== orderId) return false;
  writeItem(openTabStorage(), item, null);
  return true;
}
