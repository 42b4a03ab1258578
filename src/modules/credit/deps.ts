/** What the functions of credit need of a service. */
import type { Deps } from '#platform/deps.ts';

export type CreditDeps = Pick<Deps, 'clock' | 'jobs' | 'publicOrigin'>;
