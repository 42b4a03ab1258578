/**
 * `npm run admin -- …`: the operator's commands. They run next to a running shop, on the same data. Without
 * Stripe settings they use those of the running demo.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { createFactiivBureau } from '#adapters/factiiv/bureau.ts';
import { createSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { createStripeGateway } from '#adapters/stripe/gateway.ts';
import { formatMoney, toDollars } from '#kernel/money.ts';
import { parseAmount } from '#kernel/typed-amounts.ts';
import { describeReport, isInOrder, reconcile } from '#modules/operations/reconcile.ts';
import * as results from '#modules/admin/health/results.ts';
import { verify } from '#modules/operations/verify.ts';
import * as alarms from '#modules/alarms/service.ts';
import { createSettings } from '#modules/settings/service.ts';
import { suspected } from '#modules/contact/store.ts';
import { publish } from '#modules/content/service.ts';
import { nameDecision, requestRefund } from '#modules/payments/refunds.ts';
import * as audit from '#platform/audit.ts';
import { createDatabase } from '#platform/database.ts';
import { readShopId } from '#platform/shop-identity.ts';
import { createParsing } from '#platform/parsing.ts';
import { printDocument } from '#server/documents/documents.ts';
import { settlementHandlers } from '#server/settlement.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/running.ts';
import { chooseDataDir } from '#platform/embedded-postgres/start.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createKeys } from '#platform/keys.ts';
import { createLogger } from '#platform/logger.ts';
import { createPasswords } from '#platform/passwords.ts';
import { inRequest } from '#platform/request-context.ts';
import { openDemoClock } from '#platform/demo-clock.ts';
import { systemClock } from '#ports/clock.ts';
import { withAccounts } from '#server/accounts.ts';
import { readConfig, readStoredConfig } from '#server/settings/config.ts';
import { fileStoreOf } from '#server/file-store.ts';
import { explainStart } from '#server/main.ts';
import { peopleCommands, peopleHelp, type PeopleWork } from './admin-people.ts';
import { backupCommands, backupHelp, restoreFromTerminal } from './admin-backup.ts';
import { auditCommands, auditHelp } from './admin-audit.ts';
import { complain, rejectAmount, options, say, type Work } from './admin-command.ts';
import { creditCommands, creditHelp } from './admin-credit.ts';
import { migrateFromTerminal, migrateHelp } from './admin-migrate.ts';
import { reportingCommands, reportingHelp } from './admin-reporting.ts';
import { passTimeHelp, timeCommands } from './pass-time.ts';
import { findOrder, orderCommands, ordersHelp, staffNamed } from './admin-orders.ts';
import { settingsForCommand, wantsDemo } from './demo-guard.ts';

const help = `npm run admin -- <command>

  verify                    check all invariants, indexes, and the audit log on live data; exits with 1 on a violation
      --noted HASH          check that a hash printed by an earlier verify is still in the audit log
      --processor           also compare with the payment processor and repair what can be repaired
      --days N              minimum number of days to compare (default 7)
  reconcile                 re-read open payments, missed events, and charges, and report the result; exits with 1 if
                            something differs or could not be read
  refund ORDER [AMOUNT]     refund an order (S-1001); AMOUNT in dollars, default: all that is left. Excess payments are
                            refunded first; to refund the payment that covers the order, pass its ID (pay_…) as ORDER
      --key TEXT            idempotency key: the same key refunds only once
${ordersHelp}
${creditHelp}
${reportingHelp}
  posts                     publish the posts that come with this version, and replace changed ones
  messages                  list contact messages that were held back as automated
  alarms                    list open alarms
  alarms resolve KIND SUBJECT
                            mark an alarm as resolved
  note-result KIND good|bad [TEXT]
                            record the result of a backup (KIND backup) or chaos run for the console's Health page
${peopleHelp}
${auditHelp}
${migrateHelp}
${backupHelp}
${passTimeHelp}`;

const commands: Record<string, Work> = {
  ...orderCommands,
  ...creditCommands,
  ...reportingCommands,
  ...timeCommands,
  ...auditCommands,
  ...backupCommands,
  ...Object.fromEntries(Object.entries(peopleCommands).map(([name, work]) => [name, onAccounts(work)])),
  verify: async (deps, config, _words, { noted = null, processor = false, days = '7' }) => {
    if (!(Number(days) > 0)) return complain(`${days} is not a valid number of days`);
    const comparison = { days: Number(days), expireAfterHours: config.sweeps.expireAfterHours };
    const { report, isSound } = await verify(deps, { noted, processor: processor ? comparison : null });
    await results.note(deps.db, 'verify', { at: deps.clock.now(), isGood: isSound, summary: report });
    say(report);
    return isSound ? 0 : 1;
  },
  reconcile: async (deps, config) => {
    const report = await reconcile(deps, config.sweeps);
    say(describeReport(report));
    return isInOrder(report) ? 0 : 1;
  },
  refund: async (deps, _config, [order, amount], { key, as }) => {
    if (order === undefined) return complain('refund needs an order number, such as S-1001');
    const typed = amount === undefined ? null : parseAmount(amount);
    if (typed?.kind === 'zero') return complain('The refund amount must be more than 0');
    if (typed !== null && typed.kind !== 'amount') return rejectAmount(amount, typed.kind);
    const paymentId = order.startsWith('pay_') ? order : null;
    const orderId = await findOrder(deps.db, order);
    if (orderId === null)
      return complain(`${paymentId === null ? 'Order' : 'Payment'} ${order} was not found`);
    const requestKey =
      key ??
      (await nameDecision(
        deps.db,
        orderId,
        typed === null ? null : String(toDollars(typed.amount)),
        paymentId,
      ));
    const actorId = await staffNamed(deps.db, as);
    const refund = await requestRefund(deps, {
      orderId,
      paymentId,
      amount: typed?.amount ?? null,
      requestKey,
      actorId,
    });
    say(`Refund of ${formatMoney(refund.amount)} for ${order} started (${refund.refundId}).`);
    if (!refund.isNeeded) say(`It refunds the excess payment ${refund.paymentId}. The order stays paid.`);
    return 0;
  },
  posts: async (deps) => {
    const { added, changed } = await publish(deps, await readSeedPosts(), { replace: true });
    for (const slug of added) say(`added    /blogs/${slug}`);
    for (const slug of changed) say(`changed  /blogs/${slug}`);
    if (added.length + changed.length === 0) say('All posts are up to date.');
    return 0;
  },
  messages: async ({ db }) => {
    const found = await suspected(db);
    // Quoted, because customer text could contain terminal control sequences.
    for (const { received_at, suspected_because, name, email, message } of found)
      say(
        `${received_at.toISOString()}  ${suspected_because}  ${JSON.stringify(`${name} <${email}>`)}\n    ${JSON.stringify(message)}`,
      );
    say(found.length === 0 ? 'No messages are held back.' : `${found.length} messages held back.`);
    return 0;
  },
  'note-result': async (deps, _config, [kind, how, ...words]) => {
    if (!results.isResultKind(kind) || (how !== 'good' && how !== 'bad'))
      return complain(
        `note-result needs a kind (${results.resultKinds.join(', ')}) and good or bad; a text is optional`,
      );
    await results.note(deps.db, kind, {
      at: deps.clock.now(),
      isGood: how === 'good',
      summary: words.join(' '),
    });
    return 0;
  },
  alarms: async ({ db, ...deps }, _config, [verb, kind, subject]) => {
    if (verb === 'resolve' && kind !== undefined && subject !== undefined) {
      const resolved = await db.transaction().execute(async (tx) => {
        if (!(await alarms.resolve(tx, kind, subject))) return false;
        await audit.record(tx, deps, {
          actorId: audit.terminal,
          action: 'alarm_resolved',
          object: subject,
          detail: { kind },
        });
        return true;
      });
      return resolved ? 0 : complain('No open alarm has this kind and subject');
    }
    const open = await alarms.unresolved(db);
    for (const alarm of open)
      say(`${alarm.created_at.toISOString()}  ${alarm.kind}  ${alarm.subject}\n    ${alarm.detail}`);
    say(open.length === 0 ? 'No open alarms.' : `${open.length} open alarms.`);
    return 0;
  },
};

/** The business time of a demo may be ahead. */
async function clocksOf(
  db: Deps['db'],
  isDemonstration: boolean,
): Promise<Pick<Deps, 'clock' | 'machineClock'>> {
  return { clock: isDemonstration ? await openDemoClock(db) : systemClock, machineClock: systemClock };
}

function onAccounts(work: PeopleWork): Work {
  return (deps, config, words, options) => work(withAccounts(deps, config.limits.accounts), words, options);
}

const notRunning =
  "The shop is not running on this data. Start it, or set DATA_DIR or DATABASE_URL to the shop's values.";

async function run(): Promise<number> {
  const {
    values,
    positionals: [command = '', ...words],
  } = parseArgs({ allowPositionals: true, options });
  const work = commands[command];
  if (values.help) {
    say(help);
    return 0;
  }
  if (command === 'restore') return restoreFromTerminal(readStoredConfig(process.env), values);
  if (work === undefined && command !== 'migrate') return complain(help);
  const environment = settingsForCommand(process.env, chooseDataDir(process.env.DATA_DIR || null));
  // Checked before the settings are read: without a running demo most of them are missing, and that error
  // would hide the cause.
  const own =
    process.env.DATABASE_URL || process.env.DATABASE_DIRECT_URL
      ? null
      : findRunningPostgres(process.env.DATA_DIR || null);
  if (own === null && wantsDemo(environment) && !process.env.DATABASE_URL && !process.env.DATABASE_DIRECT_URL)
    return complain(notRunning);
  const config = readConfig(environment);
  const databaseUrl = config.databaseUrl ?? own;
  if (databaseUrl === null) return complain(notRunning);
  if (work === undefined) return migrateFromTerminal(databaseUrl, values);
  const log = createLogger(config.logLevel);
  const db = createDatabase(databaseUrl, {
    max: 2,
    applicationName: 'stateside admin',
    statementTimeoutMs: 60_000,
  });
  const jobs = await createJobs({ databaseUrl, log });
  const parsing = createParsing({ log });
  const settings = createSettings(db);
  try {
    const deps: Deps = {
      db,
      jobs,
      log,
      settings,
      ...(await clocksOf(db, config.stripe.apiBase !== null)),
      keys: createKeys(config.sessionSecrets, config.retiredSecrets),
      passwords: createPasswords(),
      settlement: settlementHandlers,
      printDocument,
      parsing,
      shopId: await readShopId(db),
      gateway: createStripeGateway(config.stripe),
      mailer: createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
      bureau: config.factiiv === null ? null : createFactiivBureau(config.factiiv),
      files: fileStoreOf(config),
      publicOrigin: config.publicOrigin ?? `http://${config.host}:${config.port}`,
    };
    await settings.refresh();
    const terminalContext = {
      id: randomUUID().replaceAll('-', ''),
      route: `admin ${command}`,
      client: null,
      userAgent: '',
    };
    return await inRequest(terminalContext, () => work(deps, { ...config, databaseUrl }, words, values));
  } finally {
    await parsing.stop();
    await jobs.stop({ timeoutMs: 1_000 });
    await db.destroy();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = complain(explainStart(error));
}
