/**
 * `npm run lab -- bench:mail`: queues 4,500 receipts with PDFs together. When has the last one been sent, did
 * the oldest go first, and how much do visitors notice? Repeats with a mail server that answers each command
 * slowly.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createDatabase } from '#platform/database.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { mailConcurrency } from '#ports/mailer.ts';
import { startMailbox } from '#sandbox/mailbox/start.ts';
import { startTcpProxy } from '#test/chaos/tcp-proxy.ts';
import { until } from '#test/until.ts';
import { sendBuyers } from './buyers.ts';
import { describeMachine, oneDecimal, percentile, print, sayTable, verdict, integerText } from './figures.ts';
import { startWorld } from './processes.ts';
import { usedByMeMs, usedCpuMs, usedCpuMsWithChildren } from './processor-time.ts';

const aimSeconds = 30;
const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '4500' },
    slow: { type: 'string', default: '500' },
    profile: { type: 'string' },
    'slow-by-ms': { type: 'string', default: '250' },
  },
});
const slowMs = Number(values['slow-by-ms']);
const waitAtMostMs = 600_000;

const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, dataDir: null });
const line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(mailbox.smtpUrl).port) });
const world = await startWorld({
  nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
  extra: { SMTP_URL: `smtp://127.0.0.1:${line.port}` },
});
const db = createDatabase(world.databaseUrl, {
  max: 2,
  applicationName: 'bench',
  statementTimeoutMs: 120_000,
});
const jobs = await createJobs({ databaseUrl: world.databaseUrl, log: createLogger('error') });
try {
  await sendBuyers(world, { buyers: 1, seconds: 1 });
  await waitUntilAllSent();
  const idle = await visitors(async () => new Promise((resolve) => setTimeout(resolve, 5_000)));
  const burst = await visitors(() => leave(Number(values.emails)));
  line.set({ kind: 'slow', delayMs: slowMs });
  const slow = await visitors(() => leave(Number(values.slow)));
  print(`\nReceipts with a PDF in a burst, ${mailConcurrency} on their way at once. ${describeMachine()}\n`);
  sayTable(
    [
      '',
      'emails',
      'last one left after s',
      'per second',
      'most that a younger one overtook',
      'shop CPU ms each',
      'database',
      'mail server and line',
    ],
    [
      rowOf('mail server at once', burst.result),
      rowOf(`mail server ${slowMs} ms later, each way`, slow.result),
    ],
  );
  print('\nThe catalog meanwhile, asked every 50 ms:\n');
  sayTable(
    ['', 'p50 ms', 'p99 ms'],
    Object.entries({ 'no emails': idle, 'the burst': burst, 'a slow mail server': slow }).map(
      ([what, { ms }]) => [what, oneDecimal(percentile(ms, 50)), oneDecimal(percentile(ms, 99))],
    ),
  );
  print(`\nThe last email left within ${aimSeconds} s: ${verdict(burst.result.seconds <= aimSeconds)}`);
} finally {
  await jobs.stop({ timeoutMs: 1_000 });
  await db.destroy();
  await world.stop();
  await line.stop();
  await mailbox.stop();
}

type Left = { emails: number; seconds: number; overtaken: number; cpuMsEach: number[] };

function rowOf(what: string, { emails, seconds, overtaken, cpuMsEach }: Left): string[] {
  return [
    what,
    integerText(emails),
    oneDecimal(seconds),
    integerText(emails / seconds),
    integerText(overtaken),
    ...cpuMsEach.map(oneDecimal),
  ];
}

/** Copies the receipt of a real purchase, so each PDF is drawn from real rows. */
async function leave(total: number): Promise<Left> {
  const before = used();
  const startedAt = performance.now();
  const burst = `burst${Math.round(startedAt)}`;
  const perStatement = 100;
  for (let first = 0; first < total; first += perStatement) {
    const copies = Math.min(perStatement, total - first);
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ mailId: string }>`
        insert into mail (id, kind, order_id, to_address, subject, text, html, created_at, attached_document)
        select 'mail_${sql.raw(burst)}_' || lpad((${first}::integer + n)::text, 6, '0'), original.kind, original.order_id, original.to_address, original.subject,
          original.text, original.html, clock_timestamp(), original.attached_document
        from generate_series(0, ${copies - 1}::integer) as n
        cross join (select * from mail where kind = 'receipt' order by created_at limit 1) as original
        returning id as "mailId"`.execute(tx);
      await jobs.enqueueAll(tx, 'send-mail', rows);
    });
  }
  await waitUntilAllSent();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await sql<{ emails: number; overtaken: number }>`
    select count(*)::integer as emails, max(left_as - written_as)::integer as overtaken from (
      select row_number() over (order by sent_at) as left_as, row_number() over (order by created_at, id) as written_as
      from mail where id like ${`mail_${burst}%`}) as ranked`.execute(db);
  const { emails, overtaken } = rows[0] ?? { emails: 0, overtaken: 0 };
  const after = used();
  return { emails, seconds, overtaken, cpuMsEach: after.map((ms, at) => (ms - (before[at] ?? 0)) / emails) };
}

function used(): number[] {
  return [usedCpuMs(world.shop.pid), usedCpuMsWithChildren(world.databasePid), usedByMeMs()];
}

function waitUntilAllSent(): Promise<unknown> {
  const isLeft = async (): Promise<boolean> =>
    (await sql`select from mail where sent_at is null and failed_at is null limit 1`.execute(db)).rows
      .length === 0;
  return until('every email has left', isLeft, waitAtMostMs);
}

/** Response times of the catalog while `work` runs. */
async function visitors<T>(work: () => Promise<T>): Promise<{ result: T; ms: number[] }> {
  const ms: number[] = [];
  const state = { over: false };
  const visits = (async () => {
    while (!state.over) {
      const startedAt = performance.now();
      await (await fetch(`${world.shop.origin}/api/products`)).arrayBuffer();
      ms.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  try {
    return { result: await work(), ms };
  } finally {
    state.over = true;
    await visits;
  }
}
