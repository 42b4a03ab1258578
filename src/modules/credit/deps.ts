/** Dependencies of the credit module's functions. */
import type { SenderDeps } from '#modules/mail/sender.ts';
import type { Deps } from '#modules/shared/deps.ts';

export type CreditDeps = SenderDeps & Pick<Deps, 'clock' | 'jobs'>;
