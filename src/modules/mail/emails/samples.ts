/**
 * Each kind of email with made-up data. Staff see these samples while editing texts, and rendering them shows
 * which texts a kind uses. A kind with variants has a sample for each. Emails to our own mailbox are not
 * included.
 */
import type { AccountEmailKind, Addressee } from './account.ts';
import type { CreditEmailKind } from './credit.ts';
import type { CreditOrderEmailKind } from './credit-order.ts';
import type { Email } from './layout.ts';
import type { OrderEmailKind } from './order.ts';
import type { ReportingEmailKind } from './reporting.ts';
import { accountSamples } from './samples-of-accounts.ts';
import { creditSamples } from './samples-of-credit.ts';
import { orderSamples } from './samples-of-orders.ts';
import { subscriptionSamples } from './samples-of-subscriptions.ts';
import type { SubscriptionEmailKind } from './subscription.ts';

export type ShopEmailKind =
  | 'receipt'
  | 'cart_reminder'
  | 'contact_received'
  | 'contact_answer'
  | OrderEmailKind;
export type SampledKind =
  | ShopEmailKind
  | AccountEmailKind
  | SubscriptionEmailKind
  | CreditEmailKind
  | CreditOrderEmailKind
  | ReportingEmailKind;

export type SampleFacts = Addressee & { at: Date };
export type EmailKind = {
  group: 'Accounts' | 'Orders' | 'Subscriptions' | 'Net 30' | 'Factiiv';
  title: string;
  /** Keyed by what distinguishes them, if there are several. */
  samples: Readonly<Record<string, (facts: SampleFacts) => Email>>;
};

export const emailKinds: Readonly<Record<SampledKind, EmailKind>> = {
  ...orderSamples,
  ...accountSamples,
  ...subscriptionSamples,
  ...creditSamples,
};
