/** Manual damage to the rows of single modules, for tests of the invariants. */
import { damagesOfAudit } from './damages-of-audit.ts';
import { damagesOfBoosters } from './damages-of-boosters.ts';
import { damagesOfCredit } from './damages-of-credit.ts';
import { damagesOfCreditNotes } from './damages-of-credit-notes.ts';
import { damagesOfReporting } from './damages-of-reporting.ts';
import { damagesOfSubscriptions } from './damages-of-subscriptions.ts';
import { damagesOfTotals } from './damages-of-totals.ts';

export const damagesByModule = [
  ...damagesOfCreditNotes,
  ...damagesOfSubscriptions,
  ...damagesOfCredit,
  ...damagesOfBoosters,
  ...damagesOfReporting,
  ...damagesOfAudit,
  ...damagesOfTotals,
];
