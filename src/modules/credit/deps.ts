/** Dependencies of the credit module's functions. */
import type { Deps } from '#platform/deps.ts';

export type CreditDeps = Pick<Deps, 'clock' | 'jobs' | 'publicOrigin'>;
