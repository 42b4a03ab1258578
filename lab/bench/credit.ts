/**
 * `npm run lab -- bench:credit`: the time of a credit sweep over 100,000 accounts, on a day with work and
 * right after it. Also the time of the profile of an account with 10,000 movements. In-process, on the
 * embedded PostgreSQL. Emails are written but not sent.
 */
import { parseArgs } from 'node:util';
import { sweepCredit } from '#modules/credit/lateness/sweep.ts';
import { listMovements, readAccount, userCreditsOf } from '#modules/credit/account/view.ts';
import { createDatabase } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import { noJobs } from '#test/no-jobs.ts';
import { sql } from 'kysely';
import { createSettings } from '#modules/settings/service.ts';
import { describeMachine, median, oneDecimal, print, sayTable, verdict, integerText } from './figures.ts';

const aimSweepSeconds = 60;
const aimProfileMs = 300;
const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '100000' },
    movements: { type: 'string', default: '10000' },
  },
});
const [accounts, movements] = [Number(values.accounts), Number(values.movements)];
const now = new Date('2027-06-15T08:00:00Z');

const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
const db = createDatabase(postgres.url, { max: 10, statementTimeoutMs: 600_000 });
try {
  await migrate(postgres.url);
  await fill();
  const deps = {
    db,
    clock: { now: () => now },
    jobs: noJobs,
    publicOrigin: 'http://shop.example',
    settings: createSettings(db),
    log: createLogger('error'),
  } as unknown as Deps;
  const [first, firstMs] = await timed(() => sweepCredit(deps));
  const [second, secondMs] = await timed(() => sweepCredit(deps));
  const caller = {
    kind: 'person',
    userId: 'usr_long',
    email: '',
    sessionId: '',
    role: 'customer',
    actor: null,
  } as const;
  const rounds: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const [, ms] = await timed(() =>
      Promise.all([
        readAccount(deps, caller),
        listMovements(deps, caller, undefined),
        userCreditsOf(db, caller.userId),
      ]),
    );
    rounds.push(ms);
  }
  const report = ({ frozen, lifted, reminded, failed }: typeof first): string =>
    `${frozen} frozen, ${lifted} lifted, ${reminded} reminded, ${failed} failed`;
  print(`\nCredit, ${integerText(accounts)} accounts. ${describeMachine()}\n`);
  sayTable(
    ['what', 'took', 'did', 'aim'],
    [
      [
        'a sweep on a day with work',
        `${oneDecimal(firstMs / 1_000)} s`,
        report(first),
        verdict(firstMs < aimSweepSeconds * 1_000),
      ],
      [
        'the sweep after it',
        `${oneDecimal(secondMs / 1_000)} s`,
        report(second),
        verdict(secondMs < aimSweepSeconds * 1_000),
      ],
      [
        `account and first page of ${movements} movements`,
        `${oneDecimal(median(rounds))} ms`,
        '',
        verdict(median(rounds) < aimProfileMs),
      ],
    ],
  );
  print(`\nAims: a sweep under ${aimSweepSeconds} s, a profile under ${aimProfileMs} ms.`);
} finally {
  await db.destroy();
  await postgres.stop();
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}

/**
 * One open invoice per account, issued on one of 36 days. So today 1 in 36 accounts becomes past due, and as
 * many reach each reminder. Accounts of earlier days were already frozen and reminded. Triggers are off
 * during the inserts.
 */
async function fill(): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    const each = sql`(select n, ${now}::timestamptz - make_interval(days => n % 36) as issued from generate_series(1, ${accounts}::integer) as n) as each`;
    await sql`insert into app_user (id, email, first_name) select 'usr_' || n, 'person-' || n || '@example.com', 'Ama' from ${each}`.execute(
      connection,
    );
    await sql`insert into app_user (id, email) values ('usr_long', 'long@example.com')`.execute(connection);
    await sql`insert into credit_account (id, user_id, status, opened_at, limit_cents, available_cents, owed_cents)
      select 'cra_' || n, 'usr_' || n, 'open', issued, -50000, 45000, 5000 from ${each}`.execute(connection);
    await sql`insert into credit_account (id, user_id, status, opened_at) values ('cra_long', 'usr_long', 'open', ${now})`.execute(
      connection,
    );
    await sql`insert into shop_order (id, user_id, status, kind, subtotal_cents, total_cents, accepted_at, first_name, last_name, email, country, phone, address_line1, fingerprint)
      select 'ord_' || n, 'usr_' || n, 'in_progress', 'card', 10000, 10000, issued, 'Ama', '', '', 'US', '', '', '' from ${each}`.execute(
      connection,
    );
    await sql`insert into invoice (id, number, kind, half, order_id, status, amount_cents, bill_to, lines, created_at, issued_at, due_on)
      select 'inv_' || n, 'INV-' || n, 'net30', 1, 'ord_' || n, 'open', 5000, '{}', '[]', issued, issued, (issued at time zone 'UTC')::date + 30 from ${each}`.execute(
      connection,
    );
    await sql`insert into credit_movement (account_id, key, kind, limit_cents, available_cents, hold_cents, owed_cents, reason, rule_version, inputs, order_id, invoice_id, at)
      select 'cra_' || n, 'invoice-issued:inv_' || n, 'invoiced', 0, 0, -5000, 5000, 'invoice_issued', '', '{}', 'ord_' || n, 'inv_' || n, issued from ${each}`.execute(
      connection,
    );
    await sql`insert into credit_movement (account_id, key, kind, limit_cents, available_cents, hold_cents, owed_cents, reason, rule_version, inputs, order_id, invoice_id, at)
      select 'cra_long', 'long:' || n, case n % 2 when 0 then 'invoiced' else 'paid' end, 0, (n % 2) * 5000, (n % 2 - 1) * 5000, 5000 - (n % 2) * 10000,
        'of_bench', '', '{}', 'ord_' || (n / 2 % ${accounts}::integer + 1), 'inv_' || (n / 2 % ${accounts}::integer + 1), ${now}
      from generate_series(2, ${movements + 1}::integer) as n`.execute(connection);
    // The results of the sweeps of earlier days.
    await sql`insert into credit_freeze (id, account_id, kind, reason, started_at)
      select 'frz_' || n, 'cra_' || n, 'past_due', 'past_due', ${now} from ${each} where n % 36 > 31`.execute(
      connection,
    );
    await sql`insert into credit_notice (key, user_id, kind, mail_id, at)
      select 'reminder:inv_' || n || ':' || case when n % 36 > 31 then 1 else -7 end, 'usr_' || n, 'credit_reminder', 'mail_' || n, ${now}
      from ${each} where n % 36 > 31 or n % 36 between 24 and 29`.execute(connection);
    await sql`analyze`.execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
  });
}
