/**
 * What we need from a credit bureau: the owner of a key, the score, and the list of trades and activities.
 * Amounts are whole dollars; days are UTC days such as 2026-11-23. Calls throw `BureauRefused` for a
 * rejection, `KeyRevoked` for a key that is no longer valid, and `BureauUnavailable` for an unknown outcome.
 */
export type BureauAccess = { profileId: string; key: string };

/** `businessName`: null when the bureau does not provide it. */
export type KeyOwner = {
  userId: string;
  profileId: string;
  businessName: string | null;
  connectingApp: string;
  connectingUserId: string;
};

/**
 * `borrow`: a credit line, whose amount is its limit. `buysell`: a purchase, whose amount is its total cost.
 */
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
  /** Our reference as it was sent; null on reports of others. */
  reference: string | null;
  /** By the bureau's clock; null when it is not provided. */
  createdAt: Date | null;
  amount: number;
  balance: number;
  isWithdrawn: boolean;
  activities: (Reported & { reference: string | null; isWithdrawn: boolean })[];
};

export interface CreditBureau {
  /** The page that grants a key, without its parameters. */
  readonly connectAddress: string;
  /** Where customers read their report at the bureau. */
  readonly providerAddress: string;
  /** Our name at the bureau. */
  readonly appName: string;
  /** Null for a key that is not valid. */
  readOwner(key: string): Promise<KeyOwner | null>;
  readScore(access: BureauAccess): Promise<{ value: number | null; tradeLines: number | null }>;
  /**
   * The trades of the business, newest first, read page by page. Includes each trade created at or after
   * `since`, and perhaps older ones. Returns all of them when the bureau omits creation times or uses another
   * order.
   */
  trades(access: BureauAccess, since: Date): AsyncIterable<ReportedTrade>;
  /** `reference` is our own id, by which `trades` finds it again. */
  addTrade(access: BureauAccess, reference: string, trade: NewTrade): Promise<Reported>;
  /** Takes effect immediately. */
  changeTrade(access: BureauAccess, tradeRef: string, change: TradeChange): Promise<Reported>;
  /** Repeating it changes nothing. */
  withdrawTrade(access: BureauAccess, tradeRef: string, reason: string): Promise<Reported>;
  addActivity(
    access: BureauAccess,
    reference: string,
    tradeRef: string,
    activity: NewActivity,
  ): Promise<Reported>;
  /** For an accepted activity or one still undecided. Its day becomes free again. */
  withdrawActivity(access: BureauAccess, activityRef: string, reason: string): Promise<Reported>;
}

/** `notNow`: a temporary rule of the bureau, such as one activity for each trade and day. */
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

/**
 * The outcome is unknown. After too many calls nothing has happened, and `afterSeconds` says when to retry.
 */
export class BureauUnavailable extends Error {
  override name = 'BureauUnavailable';
  readonly afterSeconds: number | null;
  constructor(message: string, afterSeconds: number | null = null) {
    super(message);
    this.afterSeconds = afterSeconds;
  }
}
