/**
 * The published credit rules: who is approved, and the effect of each ledger movement. Terms with numbers are
 * in kernel/credit-terms.ts, shared with the pages. A change here needs a new `ruleVersion`, which every
 * decision and movement stores.
 */
import { addDays, creditTerms, daysBetween, potentialLimit } from '#kernel/credit-terms.ts';
import type { DecisionReason } from '#content/credit-words.ts';
import { type Cents, cents } from '#kernel/money.ts';

export const ruleVersion = '2026-11';

/**
 * The effect of each kind of movement on the four ledger accounts. `limit` is the granted amount, stored as a
 * negative number. The four always sum to zero, so approved = available + hold + owed.
 *
 *   approved, raised, bonus, booster            limit -> available
 *   held                                        available -> hold
 *   invoiced                                    hold -> owed
 *   paid, voided, credited                      owed -> available
 *   released                                    hold -> available
 *   returned                                    available -> owed
 *   booster_back, bonus_back, lowered, closed   available -> limit
 *   written_off                                 owed -> limit
 *   given_up                                    owed -> available (write-off above a limit that was lowered before)
 */
const sides = {
  approved: ['limit', 'available'],
  raised: ['limit', 'available'],
  bonus: ['limit', 'available'],
  booster: ['limit', 'available'],
  held: ['available', 'hold'],
  invoiced: ['hold', 'owed'],
  paid: ['owed', 'available'],
  voided: ['owed', 'available'],
  credited: ['owed', 'available'],
  released: ['hold', 'available'],
  returned: ['available', 'owed'],
  booster_back: ['available', 'limit'],
  bonus_back: ['available', 'limit'],
  lowered: ['available', 'limit'],
  closed: ['available', 'limit'],
  written_off: ['owed', 'limit'],
  given_up: ['owed', 'available'],
} as const satisfies Record<string, readonly [from: keyof Entries, to: keyof Entries]>;

export type MovementKind = keyof typeof sides;
export type Entries = { limit: Cents; available: Cents; hold: Cents; owed: Cents };

/** Throws if the amount is not positive. */
export function entriesOf(kind: MovementKind, amount: Cents): Entries {
  if (amount <= 0) throw new RangeError(`${amount} cents cannot be ${kind}`);
  const [from, to] = sides[kind];
  const nothing = { limit: cents(0), available: cents(0), hold: cents(0), owed: cents(0) };
  return { ...nothing, [from]: cents(-amount), [to]: amount };
}

/** The limit as shown to people: positive. */
export const approvedOf = ({ limit }: Pick<Entries, 'limit'>): Cents => cents(limit === 0 ? 0 : -limit);

/** Any of these in an order's movements rules out a bonus, or is the bonus itself. */
export const endsBonus: readonly MovementKind[] = [
  'released',
  'voided',
  'credited',
  'returned',
  'written_off',
  'given_up',
  'bonus',
];

export type HoldRefusal = 'credit_insufficient' | 'credit_frozen' | 'credit_order_small';

/** The reason why the ledger may not hold credit for an order, or null. */
export function holdRefusal(
  account: { isOpen: boolean; isFrozen: boolean; available: Cents } | null,
  total: Cents,
): HoldRefusal | null {
  if (account === null || !account.isOpen) return 'credit_insufficient';
  if (account.isFrozen) return 'credit_frozen';
  if (total < creditTerms.smallestOrder) return 'credit_order_small';
  return total > account.available ? 'credit_insufficient' : null;
}

/**
 * The part of a booster's increase revoked after `refunded` of its `total`: the same share, rounded down to
 * the cent. Each refund takes the share of all refunds less earlier ones, so they add up exactly. A full
 * refund takes all of it.
 */
export const boosterShare = (increase: Cents, total: Cents, refunded: Cents): Cents =>
  refunded >= total ? increase : cents(Number((BigInt(increase) * BigInt(refunded)) / BigInt(total)));

/** The reason why boosters may not be sold to the customer, or null. */
export type BoosterRefusal = 'booster_needs_credit' | 'booster_frozen' | 'credit_limit_highest';

export function boosterRefusal(
  account: { isOpen: boolean; isFrozen: boolean; approved: Cents } | null,
  increase: Cents,
): BoosterRefusal | null {
  if (account === null || !account.isOpen || account.approved <= 0) return 'booster_needs_credit';
  if (account.isFrozen) return 'booster_frozen';
  return potentialLimit(account.approved, increase) === null ? 'credit_limit_highest' : null;
}

/** The only inputs of a decision: never nationality, sex, religion, marital status or age. */
export type ApplicationFacts = {
  einIsValid: boolean;
  isUsEntity: boolean;
  /** Formation date of the business: `2026-10-01`. */
  formedOn: string;
  today: string;
  addressIsInUs: boolean;
  isAttested: boolean;
  nameAgrees: boolean;
  addressAgrees: boolean;
  phoneAgrees: boolean;
  einIsElsewhere: boolean;
  wasWrittenOff: boolean;
  /** An earlier account of this person ended below the first limit. */
  limitWasLower: boolean;
};

/** Reasons that a decline may state, by rules or staff. All others lead to a review. */
export const declineReasons = [
  'no_us_entity',
  'earlier_write_off',
  'information_wrong',
  'not_active_in_state',
] as const satisfies DecisionReason[];
export type DeclineReason = (typeof declineReasons)[number];
export type ReviewReason = Exclude<DecisionReason, DeclineReason | 'company_compared'>;
export type { DecisionReason };
export type Outcome = 'approve' | 'review' | 'decline';

/** Returns all reasons for the outcome, so that a customer can fix everything in one go. */
export function decide(facts: ApplicationFacts): { outcome: Outcome; reasons: DecisionReason[] } {
  const declined = applying<DeclineReason>({
    no_us_entity: !facts.isUsEntity,
    earlier_write_off: facts.wasWrittenOff,
  });
  if (declined.length > 0) return { outcome: 'decline', reasons: declined };
  const reviewReasons = applying<ReviewReason>({
    young_entity: daysBetween(facts.formedOn, facts.today) < creditTerms.youngestDays,
    ein_elsewhere: facts.einIsElsewhere,
    earlier_limit: facts.limitWasLower,
    name_differs: !facts.nameAgrees,
    address_differs: !facts.addressAgrees,
    phone_differs: !facts.phoneAgrees,
    address_not_us: !facts.addressIsInUs,
    not_attested: !facts.isAttested,
    ein_form: !facts.einIsValid,
  });
  return reviewReasons.length > 0
    ? { outcome: 'review', reasons: reviewReasons }
    : { outcome: 'approve', reasons: [] };
}

/**
 * The review reasons shown to the customer. That another account has the EIN is hidden: any applicant can
 * enter an EIN, and must not learn whether its business is a customer. Every review starts with the same
 * reason, so these look like any other.
 */
export const reviewReasonsForCustomer = (reasons: readonly DecisionReason[]): DecisionReason[] => [
  'company_compared',
  ...reasons.filter((reason) => reason !== 'ein_elsewhere'),
];

const applying = <Reason extends string>(conditions: Partial<Record<Reason, boolean>>): Reason[] =>
  (Object.keys(conditions) as Reason[]).filter((reason) => conditions[reason]);

/** The reason why a customer may not apply yet, or null. */
export type ApplyRefusal =
  | 'credit_email_unconfirmed'
  | 'credit_first_purchase'
  | 'credit_company_missing'
  | 'credit_open'
  | 'credit_in_review'
  | 'credit_too_soon';

export function applyRefusal(facts: {
  isEmailConfirmed: boolean;
  /** A card payment above $0 for an order of this account, not refunded or disputed. */
  hasPaidByCard: boolean;
  hasCompany: boolean;
  hasOpenAccount: boolean;
  isInReview: boolean;
  /** The earliest day after a decline. */
  againOn: string | null;
  today: string;
}): ApplyRefusal | null {
  if (facts.hasOpenAccount) return 'credit_open';
  if (facts.isInReview) return 'credit_in_review';
  if (!facts.isEmailConfirmed) return 'credit_email_unconfirmed';
  if (!facts.hasPaidByCard) return 'credit_first_purchase';
  if (facts.againOn !== null && facts.today < facts.againOn) return 'credit_too_soon';
  return facts.hasCompany ? null : 'credit_company_missing';
}

export const applyAgainOn = (declinedOn: string): string =>
  addDays(declinedOn, creditTerms.applyAgainAfterDays);
