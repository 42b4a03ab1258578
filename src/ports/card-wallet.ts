/**
 * What we need from a card processor to save people's cards. The processor has the only copy: we store no
 * card, not even its last digits. Calls throw `GatewayUnavailable` for an unknown outcome, as those of the
 * payment gateway do.
 */

export type SavedCard = {
  cardRef: string;
  /** The name on the card as typed; null when none was. */
  name: string | null;
  brand: string;
  last4: string;
  /** 1 to 12. */
  expMonth: number;
  expYear: number;
  /** Equal for cards with the same number, however often it was saved. */
  fingerprint: string;
};

/** A person's cards, newest first. */
export type Wallet = { cards: SavedCard[]; defaultCardRef: string | null };

/** Frozen in our row before the first call, so that a retry is byte-identical. */
export type CustomerRequest = { userId: string; email: string; name: string };

/**
 * `needs_card`: nothing entered yet, or the last attempt failed. `needs_action`: the bank asks for 3-D
 * Secure.
 * `succeeded` and `canceled` are final.
 */
export type SetupState = 'needs_card' | 'needs_action' | 'processing' | 'succeeded' | 'canceled';

export type CardSetup = {
  setupRef: string;
  /** The saved card; null until then. */
  cardRef: string | null;
  clientSecret: string;
  state: SetupState /** Our id; null on one that is not ours. */;
  setupId: string | null;
};

export type SetupRequest = { setupId: string; customerRef: string; holderName: string };

export interface CardWallet {
  /**
   * Returns the customer's reference. Keyed by the user. A higher generation is a new key, for use when the
   * last call is proven to have had no effect.
   */
  createCustomer(request: CustomerRequest & { generation: number }): Promise<string>;
  /** Finds a customer that was created although we never received the response. */
  findCustomer(request: CustomerRequest): Promise<string | null>;
  /**
   * Updates the person's email and name. May be repeated; a customer that is already gone is not an error.
   */
  changeCustomer(customerRef: string, person: { email: string; name: string }): Promise<void>;
  /** Removes a person and all their cards. A customer that is already gone is not an error. */
  removeCustomer(customerRef: string): Promise<void>;
  /** Null when the processor no longer knows the customer. */
  readWallet(customerRef: string): Promise<Wallet | null>;
  /**
   * Null when the customer has no such card: it belongs to another customer, was removed, or never existed.
   */
  readCard(customerRef: string, cardRef: string): Promise<SavedCard | null>;
  /**
   * Starts saving a card, which the browser finishes. Keyed by our row. Throws `GatewayRefused` with
   * `customer_unknown`.
   */
  openSetup(request: SetupRequest): Promise<CardSetup>;
  /** Null when the processor does not know the reference. */
  readSetup(setupRef: string): Promise<CardSetup | null>;
  /** May be repeated: a card that is already gone is not an error. */
  removeCard(cardRef: string): Promise<void>;
  /** Throws `GatewayRefused` with `card_unknown` for a card that is not this customer's. */
  setDefaultCard(customerRef: string, cardRef: string): Promise<void>;
}
