/** Formats the buyer's phone number for the card processor. */
import { loadPhoneNumbers } from '#web/ui/fields/phone-check.ts';
import type { BillingDraft } from '#web/features/cart/cart.ts';

/**
 * E.164 without an extension: the processor rejects more than 20 characters. Empty if the numbering plans
 * cannot be loaded.
 */
export async function processorPhone({
  phoneNumber,
  country,
}: Pick<BillingDraft, 'phoneNumber' | 'country'>): Promise<string> {
  const numbers = await loadPhoneNumbers();
  return numbers?.toE164(phoneNumber, country) ?? '';
}
