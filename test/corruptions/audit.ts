/** Manual damage to the audit log's chain, each with the invariant that must detect it. */
import { sql } from 'kysely';
import type { Damage } from './credit.ts';

export const damagesOfAudit: [string, string, (orderId: string) => Damage][] = [
  [
    'an unchained audit entry',
    'I18 an audit entry is chained within a minute',
    (id) => sql`
    insert into audit_log (at, ip, route, action, object, detail, mac, appended_at)
    values (now(), '', '', 'log_in', ${id}, '{}', 'x', now() - interval '61 seconds')`,
  ],
];
