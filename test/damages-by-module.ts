/** Manual damage to the rows of single modules, for tests of the invariants. */
import { damagesOfAudit } from './corruptions/audit.ts';
import { damagesOfBoosters } from './corruptions/boosters.ts';
import { damagesOfCredit } from './corruptions/credit.ts';
import { damagesOfCreditNotes } from './corruptions/credit-notes.ts';
import { damagesOfReporting } from './corruptions/reporting.ts';
import { damagesOfSubscriptions } from './corruptions/subscriptions.ts';
import { damagesOfTotals } from './corruptions/totals.ts';

export const damagesByModule = [
  ...damagesOfCreditNotes,
  ...damagesOfSubscriptions,
  ...damagesOfCredit,
  ...damagesOfBoosters,
  ...damagesOfReporting,
  ...damagesOfAudit,
  ...damagesOfTotals,
];
