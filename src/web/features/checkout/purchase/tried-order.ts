/** The existing order that this tab last tried to pay, so that the page after the payment announces the success once and only here. */
import { openTabStorage, readItem, writeItem } from '#web/local-storage.ts';

const item = 'stateside.triedOrder';

export const noteTriedOrder = (orderId: string): void => void writeItem(openTabStorage(), item, orderId);

/** True once for the order that was noted. */
export function takeTriedOrder(orderId: string): boolean {
  if (readItem(openTabStorage(), item) !== orderId) return false;
  writeItem(openTabStorage(), item, null);
  return true;
}
