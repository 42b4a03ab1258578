/**
 * What Stateside sells on its first day: the copy a shopper reads, in catalog order. Data only; `catalog.ts` stores it.
 * The first benefit of each service stands alone on the closed card, so it must say what the buyer gets.
 * Fees and dates of states and agencies are facts of 2026; the operator edits the stored row when one changes.
 */

import { growthServices } from './services/growth.ts';
import type { Service } from './services/service.ts';
import { startServices } from './services/start.ts';
import { upkeepServices } from './services/upkeep.ts';

export type { Service };

/** Everything on the catalog, first place first. */
export const services: readonly Service[] = [...startServices, ...upkeepServices, ...growthServices];
