/**
 * What we need from a credit bureau: who a key belongs to, the score, and a book of trades and activities. Amounts are whole dollars, days
 * are UTC days such as 2026-11-23. Calls throw `BureauRefused` for a clear no, `KeyRevoked` when the key opens nothing any more, and
 * `BureauUnavailable` when nobody knows the outcome.
 */
export type BureauAccess = { profileId: string; key: string };

/** `businessName`: null where the bureau does not say. */
export type KeyOwner = {
  userId: string;
  profileId: string;
  businessName: string | null;
  connectingApp: string;
  connectingUserId: string;
};

/** `borrow`: a credit line, whose amount is its limit. `buysell`: a purchase, whose amount is its total cost. */
export type NewTrade = {
  typeDesc: 'borrow' | 'buysell';
  relationDescription: string;
  relationshipDate: string;
  amount: number;
  balance: number;
};
export type TradeChange = { amount: number; balance: number };
export type NewActivity = {
  activityType: 'payment' | 'charge' | 'collections' | 'chargeoff';
  amount: number;
  daysLate: 0 | 31 | 61 | 91;
  date: string;
};

export type Verdict = 'pending' | 'accepted' | 'rejected';
/** `counterparty`: the business itself accepts first, then the bureau's staff. */
export type Reported = { ref: string; counterparty: Verdict; bureau: Verdict; reason: string | null };
export type ReportedTrade = Reported & {
  /** Ours, as it was sent; null on what somebody else reported. */
  reference: string | null;
  /** By the bureau's clock; null where it does not say. */
  createdAt: Date | null;
  amount: number;
  balance: number;
  isWithdrawn: boolean;
  activities: (Reported & { reference: string | null; isWithdrawn: boolean })[];
};

export interface CreditBureau {
  /** The page that grants a key, without its parameters. */
  readonly connectAddress: string;
  /** Where customers read what the bureau says. */
  readonly providerAddress: string;
  /** What we are called there. */
  readonly appName: string;
  /** Null for a key that opens nothing. */
  readOwner(key: string): Promise<KeyOwner | null>;
  readScore(access: BureauAccess): Promise<{ value: number | null; tradeLines: number | null }>;
  /**
   * The book of the business, newest trade first, read page by page: each trade that was created at or after `since`, and perhaps older ones.
   * All of it where the bureau does not say when a trade was created, or answers in another order.
   */
  trades(access: BureauAccess, since: Date): AsyncIterable<ReportedTrade>;
  /** `reference` is our own name of it, by which `trades` finds it again. */
  addTrade(access: BureauAccess, reference: string, trade: NewTrade): Promise<Reported>;
  /** Counts at once. */
  changeTrade(access: BureauAccess, tradeRef: string, change: TradeChange): Promise<Reported>;
  /** Repeating it changes nothing. */
  withdrawTrade(access: BureauAccess, tradeRef: string, reason: string): Promise<Reported>;
  addActivity(access: BureauAccess, reference: string, tradeRef: string, activity: NewActivity): Promise<Reported>;
  /** Of an accepted one, and of one that nobody has decided on. Its day is free again. */
  withdrawActivity(access: BureauAccess, activityRef: string, reason: string): Promise<Reported>;
}

/** `notNow`: a rule of the bureau that passes with time, such as one activity for each trade and day. */
export class BureauRefused extends Error {
  override name = 'BureauRefused';
  readonly code: string;
  readonly notNow: boolean;
  constructor(code: string, message: string, notNow: boolean) {
    super(message);
    this.code = code;
    this.notNow = notNow;
  }
}

export class KeyRevoked extends Error {
  override name = 'KeyRevoked';
}

/** Nothing is known of the outcome, or it was too many calls: then nothing happened, and `afterSeconds` says when to come back. */
export class BureauUnavailable extends Error {
  override name = 'BureauUnavailable';
  readonly afterSeconds: number | null;
  constructor(message: string, afterSeconds: number | null = null) {
    super(message);
    this.afterSeconds = afterSeconds;
  }
}
