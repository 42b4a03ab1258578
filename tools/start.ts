/**
 * `npm start` builds stale pages, starts the sandbox unless real Stripe keys are set, seeds the demo world,
 * and starts the shop. With STRIPE_SECRET_KEY set this is a production start: no sandbox, and only an empty
 * catalog is seeded.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedBoosters } from '#db/seeds/boosters.ts';
import { seedCatalog, seedDetails, seedStartPackage } from '#db/seeds/catalog.ts';
import { retireDemoCoupons } from '#db/seeds/coupons.ts';
import { readSeedPosts } from '#db/seeds/posts.ts';
import { creditPeople } from '#db/seeds/credit-people.ts';
import { staffPeople } from '#db/seeds/staff-people.ts';
import { type DemoPerson, demoPeople, seedPeople } from '#db/seeds/people.ts';
import { retireDemonstration } from '#db/seeds/retire.ts';
import { seed } from '#db/seeds/seed.ts';
import { publish, publishFirst } from '#modules/content/service.ts';
import type { Database } from '#platform/database.ts';
import { wantedEvents } from '#adapters/stripe/events.ts';
import { chooseDataDir } from '#platform/embedded-postgres/start.ts';
import { readConfig } from '#server/settings/config.ts';
import type { ListenAddress } from '#server/http/listener.ts';
import { explainStart, startShop, stopOnSignals } from '#server/main.ts';
import { checkStart, portIn } from '#server/start-check.ts';
import { seedCreditPeople } from './demo-credit.ts';
import { usableLogIns } from './demo-log-ins.ts';
import { seedMessages } from './demo-messages.ts';
import { sendAuthenticators, seedStaff } from './demo-staff.ts';
import { buildIfStale } from './build.ts';
import { demoProblem, deleteDemoSettings, noteDemoSettings, wantsDemo } from './demo-guard.ts';
import { registerWebhook } from './sandbox-control.ts';
import { type SandboxAddresses, type SandboxProcess, startSandboxProcess } from './sandbox-process.ts';

type Environment = Record<string, string | undefined>;

async function start(environment: Environment): Promise<void> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const problem = demoProblem(environment);
  if (problem !== null) throw new Error(problem);
  const dataDir = chooseDataDir(environment.DATA_DIR || null);
  const running: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    while (running.length > 0) await running.pop()?.stop();
  };
  stopOnSignals(stop);
  try {
    // Before the build, which takes 30 s.
    const config = await checkStart(environment, wantsDemo(environment) ? demoParts(environment) : {});
    await buildIfStale(print);
    if (!wantsDemo(environment)) {
      deleteDemoSettings(dataDir);
      const shop = await startShop(config, async (deps) => {
        await seedEmptyCatalog(deps.db);
        await publishFirst(deps, readSeedPosts);
        await closeDemoLogIns(deps.db, print);
        if (environment.STRIPE_SECRET_KEY?.includes('_live_')) await closeDemoCoupons(deps.db, print);
      });
      running.push(shop);
      print(`ready ${shop.origin}`);
      return;
    }
    const [port, factiivPort, smtpPort] = sandboxPorts(environment).map((at) => at.port);
    const sandbox = await startSandboxProcess(
      {
        host: environment.SANDBOX_HOST,
        port: port ?? 0,
        smtpPort: smtpPort ?? 0,
        factiivPort: factiivPort ?? 0,
        dataDir,
        environment,
      },
      print,
    );
    running.push(sandbox);
    endWith(sandbox, stop);
    const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
    const settings = demoSettings(sandbox, webhookSecret);
    settings.SESSION_SECRET = environment.SESSION_SECRET || storedSecret(environment);
    const shop = await startShop(
      readConfig({ SMTP_URL: sandbox.smtpUrl, ...environment, ...settings }),
      async (deps, origin) => {
        await seed(deps.db, deps.clock.now());
        await seedPeople(deps.db, deps.passwords, deps.clock.now());
        await sendAuthenticators(sandbox.origin, await seedStaff(deps, deps.clock.now()));
        await seedCreditPeople(deps, sandbox.origin);
        await seedMessages(deps);
        await publish(deps, await readSeedPosts(), { replace: false });
        noteDemoSettings(dataDir, {
          ...settings,
          SMTP_URL: sandbox.smtpUrl,
          PUBLIC_ORIGIN: deps.publicOrigin,
        });
        await registerWebhook({
          sandbox: sandbox.origin,
          shop: origin,
          secret: webhookSecret,
          events: wantedEvents,
        });
      },
    );
    running.push(shop);
    print(
      greeting(
        shop.origin,
        sandbox,
        await usableLogIns(shop.deps, [...demoPeople, ...creditPeople, ...staffPeople]),
      ),
    );
    print(`ready ${shop.origin}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ports of the sandbox, Factiiv, and the mail server. The port between the first two is for metrics. */
function sandboxPorts(environment: Environment): ListenAddress[] {
  const host = environment.SANDBOX_HOST || '127.0.0.1';
  const port = portIn(environment.PORT, 3_000) || null;
  const beside = (distance: number): number => (port === null ? 0 : port + distance);
  return [
    { host, setting: 'SANDBOX_PORT', port: portIn(environment.SANDBOX_PORT, beside(1)) ?? 0 },
    { host, setting: 'SANDBOX_FACTIIV_PORT', port: portIn(environment.SANDBOX_FACTIIV_PORT, beside(3)) ?? 0 },
    { host, setting: 'SANDBOX_SMTP_PORT', port: portIn(environment.SANDBOX_SMTP_PORT, 0) ?? 0 },
  ];
}

/** The sandbox's settings are not known yet, so placeholders of the same form are validated. */
function demoParts(environment: Environment): { demoDefaults: Environment; ports: ListenAddress[] } {
  const origin = 'http://127.0.0.1:1';
  const keys = { secretKey: 'sk_test_check', publishableKey: 'pk_test_check' };
  return {
    demoDefaults: {
      ...demoSettings({ ...keys, origin, factiivOrigin: origin, smtpUrl: '' }, 'whsec_check'),
      SMTP_URL: environment.SMTP_URL || 'smtp://127.0.0.1:1',
      SESSION_SECRET: environment.SESSION_SECRET || randomBytes(32).toString('base64url'),
    },
    ports: sandboxPorts(environment),
  };
}

/**
 * A demo without its sandbox can sell nothing, so it exits with the reason and its supervisor restarts it.
 */
function endWith(sandbox: SandboxProcess, stop: () => Promise<void>): void {
  void sandbox.gaveUp.then(async (complaint) => {
    process.stderr.write(`The sandbox keeps crashing, so the demo stops.\n${complaint}\n`);
    await stop();
    process.exit(1);
  });
}

/**
 * Seeds our services in a new shop, and adds the start package and product pages to an older one. The
 * operator's changes and removals stay.
 */
const seedEmptyCatalog = (db: Database): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const stocked = await tx.selectFrom('product').select('id').limit(1).executeTakeFirst();
    if (!stocked) await seedCatalog(tx);
    else {
      await seedStartPackage(tx);
      await seedDetails(tx);
    }
    const boosted = await tx.selectFrom('booster').select('id').limit(1).executeTakeFirst();
    if (!boosted) await seedBoosters(tx);
  });

/**
 * The demo passwords are public, and this database may come from a demo. Applies to test keys too, because
 * the shop may be reachable.
 */
async function closeDemoLogIns(db: Database, print: (line: string) => void): Promise<void> {
  const { closed, leftOver } = await retireDemonstration(db, new Date());
  if (closed.length > 0)
    print(`Disabled the demo accounts, because their passwords are public: ${closed.join(', ')}`);
  if (leftOver === null || leftOver.paidOrders + leftOver.creditAccounts === 0) return;
  print(
    `This database contains ${leftOver.paidOrders} orders and ${leftOver.creditAccounts} credit accounts paid with test money in a demo. Sandbox subscriptions, automatic payments, and connections were ended. Start a shop that takes real money with an empty DATA_DIR or database.`,
  );
}

/** One of the demo's coupon codes makes an order free, and this database may come from a demo. */
async function closeDemoCoupons(db: Database, print: (line: string) => void): Promise<void> {
  const codes = await retireDemoCoupons(db);
  if (codes.length > 0)
    print(`Disabled the demo discount codes, because this shop takes real money: ${codes.join(', ')}`);
}

function demoSettings(sandbox: SandboxAddresses, webhookSecret: string): Environment {
  return {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_BASE: sandbox.origin,
    STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js`,
    FACTIIV_API_BASE: `${sandbox.factiivOrigin}/api/v1`,
    FACTIIV_CONNECT_URL: `${sandbox.factiivOrigin}/connect`,
    FACTIIV_SITE_URL: `${sandbox.factiivOrigin}`,
  };
}

/** Created once and stored next to the data, so that a restart ends no sessions. A real shop must set it. */
function storedSecret(environment: Environment): string {
  const folder = chooseDataDir(environment.DATA_DIR || null);
  const file = join(folder, 'session-secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mkdirSync(folder, { recursive: true });
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}

function greeting(
  shop: string,
  { origin: sandbox, factiivOrigin }: SandboxAddresses,
  logIns: readonly DemoPerson[],
): string {
  const people = logIns.map(
    ({ email, password, shows }) => `    ${email.padEnd(20)} ${password.padEnd(26)} ${shows}`,
  );
  return `
  Stateside        ${shop}
  Sandbox          ${sandbox}          payments, refunds and test cards
  Mailbox          ${sandbox}/mailbox  every email the shop sends
  Console          ${shop}/admin    for staff; ${sandbox} shows their two-factor codes
  Factiiv          ${factiivOrigin}          accept or reject reports, set scores

  Log in with
${people.length > 0 ? people.join('\n') : '    your own account; the demo accounts are disabled in this database'}

  Pay with 4242 4242 4242 4242, any future date and any CVC. 3-D Secure: 4000 0025 0000 3155. Declined: 4000 0000 0000 0002.
  Discount codes   WELCOME10 (10%), SAVE25 ($25), FREEORDER (100%), ONEUSE (once), LASTCALL (no uses left), EXPIRED20 (expired)
`;
}

try {
  await start(process.env);
} catch (error) {
  process.stderr.write(`${explainStart(error)}
`);
  process.exit(1);
}
