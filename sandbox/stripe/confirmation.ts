/** How the confirmation of a payment or a setup was requested. */
import type { MethodRequest } from './payment-methods.ts';

export type Confirmation = {
  methodId: string | null;
  methodData: MethodRequest | null;
  returnUrl: string | null;
  useStripeSdk: boolean;
  /** The customer is not present to complete a 3-D Secure challenge. */
  offSession: boolean;
  failOnAction: boolean;
  /** For an invoice's payment: when the bank asks an absent customer, the payment stays open and waits. */
  waitsForBank?: boolean;
};
