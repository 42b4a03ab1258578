/** The buyer's phone number in the form that the card processor takes. */
import { loadPhoneNumbers } from '#web/ui/fields/phone-check.ts';
import type { BillingDraft } from '#web/features/cart/slice.ts';

/** E.164 without an extension: the processor refuses more than 20 characters. Empty where the numbering plans cannot be loaded. */
export async function processorPhone({ phoneNumber, country }: Pick<BillingDraft, 'phoneNumber' | 'country'>): Promise<string> {
  const numbers = await loadPhoneNumbers();
  return numbers?.toE164(phoneNumber, country) ?? '';
}
