/**
 * The initial services of Stateside in catalog order: texts only, stored by `catalog.ts`. The collapsed card
 * shows only the first benefit of each service, so it must state what the buyer gets. Fees and dates of
 * states and agencies are those of 2026; the operator edits the stored row when one changes.
 */

import { growthServices } from './services/growth.ts';
import type { Service } from './services/service.ts';
import { startServices } from './services/start.ts';
import { upkeepServices } from './services/upkeep.ts';

export type { Service };

/** Every service in catalog order. */
export const services: readonly Service[] = [...startServices, ...upkeepServices, ...growthServices];
