/**
 * What we need from a card processor to keep people's cards. The processor is the truth: we store no card, not even its last digits.
 * Calls throw `GatewayUnavailable` when nobody knows, as those of the payment gateway do.
 */

export type SavedCard = {
  cardRef: string;
  /** The name on it, as it was typed; null when none was. */
  name: string | null;
  brand: string;
  last4: string;
  /** 1 to 12. */
  expMonth: number;
  expYear: number;
  /** The same for the same number, however often it was saved. */
  fingerprint: string;
};

/** A person's cards, newest first. */
export type Wallet = { cards: SavedCard[]; defaultCardRef: string | null };

/** Frozen in our row before the first call, so that a retry is byte-identical. */
export type CustomerRequest = { userId: string; email: string; name: string };

/** `needs_card`: nothing entered yet, or the last try failed. `needs_action`: the bank asks. The others are final. */
export type SetupState = 'needs_card' | 'needs_action' | 'processing' | 'succeeded' | 'canceled';

export type CardSetup = {
  setupRef: string;
  /** The card that was saved; null until it is. */
  cardRef: string | null;
  clientSecret: string;
  state: SetupState /** Our id; null on one that is not ours. */;
  setupId: string | null;
};

export type SetupRequest = { setupId: string; customerRef: string; holderName: string };

export interface CardWallet {
  /** Answers the customer's reference. Keyed by the user; a higher generation is a new key, for when it is proven that the last one came to nothing. */
  createCustomer(request: CustomerRequest & { generation: number }): Promise<string>;
  /** Finds a customer that was made although we never saw the answer. */
  findCustomer(request: CustomerRequest): Promise<string | null>;
  /** Removes a person and all their cards. A customer that is gone already is no failure. */
  /** What is true of a person now. May be repeated; a customer that is gone is no failure. */
  changeCustomer(customerRef: string, person: { email: string; name: string }): Promise<void>;
  removeCustomer(customerRef: string): Promise<void>;
  /** Null when the processor does not know the customer any more. */
  readWallet(customerRef: string): Promise<Wallet | null>;
  /** Null when the customer has no such card: somebody else's, removed, or made up. */
  readCard(customerRef: string, cardRef: string): Promise<SavedCard | null>;
  /** Opens the saving of a card, which the browser finishes. Keyed by our row. Throws `GatewayRefused` with `customer_unknown`. */
  openSetup(request: SetupRequest): Promise<CardSetup>;
  /** Null when the processor does not know the reference. */
  readSetup(setupRef: string): Promise<CardSetup | null>;
  /** May be repeated: a card that is gone already is no failure. */
  removeCard(cardRef: string): Promise<void>;
  /** Throws `GatewayRefused` with `card_unknown` for a card that is not this customer's. */
  setDefaultCard(customerRef: string, cardRef: string): Promise<void>;
}
