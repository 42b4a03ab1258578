/**
 * Reports to Factiiv under `kill -9`. Customers connect, buy by card or on credit, get refunds, and press
 * Sync Trades. Meanwhile both shop processes die repeatedly at named points between two steps of a send. In
 * the end Factiiv's records must match ours.
 */
import { checkInvariants, type Violation } from '#modules/operations/invariants/invariants.ts';
import { cents } from '#kernel/money.ts';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { aFactiivBusiness } from '#test/builders/connection.ts';
import { until } from '#test/until.ts';
import * as cardHolder from './card-holder.ts';
import { buyOnCredit, openAccount } from './credit-schedules.ts';
import { type ReportingPoint, reportingPoints } from './failpoints.ts';
import { anEmptyLedger, type Ledger } from './ledger.ts';
import { type Random, random } from './random.ts';
import { checkReports, waitingConnections } from './reporting-checks.ts';
import * as shopper from './shopper.ts';
import * as staff from './staff.ts';
import type { VariantName } from './variants/variants.ts';
import { aWorld, type World } from './world.ts';

export type ReportingPlan = {
  databaseUrl: string;
  seed: number;
  /** Customers, each with a business at Factiiv and independent random choices. */
  schedules: number;
  /** Process deaths. Both processes die in each wave. */
  kills: number;
  /** The point where they die each time. Default: all points in turn. */
  diesAt?: ReportingPoint;
  variant?: VariantName;
};

export type ReportingRun = {
  violations: Violation[];
  /** Number of deaths per named point. */
  deathsAt: Map<string, number>;
  /** Processes that did not reach their point in time. */
  elsewhere: number;
  /** Trades and activities stored at Factiiv. */
  reports: number;
  tookMs: number;
};

const processes = 2;
/** Maximum time of a wave before the processes are killed. */
const waveWithinMs = 15_000;

type Scene = { world: World; ledger: Ledger; stop: { now: boolean } };

export async function runReportingDeaths({
  databaseUrl,
  seed,
  schedules,
  kills,
  diesAt,
  variant,
}: ReportingPlan): Promise<ReportingRun> {
  const startedAt = performance.now();
  const world = await aWorld({ databaseUrl, apps: processes, variant: variant ?? null, withFactiiv: true });
  try {
    const scene: Scene = { world, ledger: anEmptyLedger(), stop: { now: false } };
    const chance = random(seed);
    const waves = Math.max(1, Math.ceil(kills / processes));
    const deathsAt = new Map<string, number>();
    let elsewhere = 0;
    const pointsOf = pointsInTurn(chance.fork('points'), diesAt);
    for (let wave = 0; wave < waves; wave += 1) {
      const [from, to] = [
        Math.floor((wave * schedules) / waves),
        Math.floor(((wave + 1) * schedules) / waves),
      ];
      const died = await aWave(scene, chance.fork(`wave ${wave}`), {
        numbers: rangeOf(from, to),
        points: [pointsOf(), pointsOf()],
      });
      for (const point of died) if (point !== null) deathsAt.set(point, (deathsAt.get(point) ?? 0) + 1);
      elsewhere += died.filter((point) => point === null).length;
    }
    await settleBureau(world);
    const { violations, reports } = await checkReports(world);
    const surprises = scene.ledger.surprises.map((detail) => ({
      invariant: 'every answer was a designed one',
      subject: 'an answer',
      detail,
    }));
    violations.push(...surprises, ...(await checkInvariants(world.db)));
    return { violations, deathsAt, elsewhere, reports, tookMs: Math.round(performance.now() - startedAt) };
  } finally {
    await world.stop();
  }
}

const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Reshuffled each time all points have been used. */
function pointsInTurn(chance: Random, always: ReportingPoint | undefined): () => ReportingPoint {
  let remaining: ReportingPoint[] = [];
  return () => {
    if (remaining.length === 0) remaining = always === undefined ? chance.shuffle(reportingPoints) : [always];
    return remaining.pop() ?? 'after addTrade';
  };
}

/**
 * New customers arrive, pending reports are sent, and both processes die. Returns the point where each died,
 * or null if it was killed elsewhere.
 */
async function aWave(
  scene: Scene,
  chance: Random,
  { numbers, points }: { numbers: number[]; points: ReportingPoint[] },
): Promise<(ReportingPoint | null)[]> {
  const { world } = scene;
  for (const [number, point] of points.entries()) world.apps[number]?.arm(point, chance.chance(0.8) ? 1 : 2);
  if (chance.chance(0.4)) await breakOneCall(world, chance);
  const waiting = await waitingConnections(world.db, { now: false });
  const rounds = world.apps.map((app) => app.report(waiting).catch(() => undefined));
  const customers = Promise.all(
    numbers.map((number) => aLife(scene, chance.fork(`customer ${number}`), `${chance.seed}-${number}`)),
  );
  const allDone = Promise.all([customers, ...rounds]);
  const died = await Promise.all(
    points.map(async (point, number) => {
      const app = world.apps[number];
      const hasDied = await Promise.race([
        app?.hasEnded.then(() => true),
        allDone.then(() => false),
        pause(waveWithinMs).then(() => false),
      ]);
      await app?.kill();
      return hasDied ? point : null;
    }),
  );
  await advanceNinetySeconds(world);
  await Promise.all(world.apps.map((_, number) => world.start(number)));
  await customers;
  if (chance.chance(0.5)) await world.processor.control('POST', '/control/factiiv/accept-all');
  return died;
}

/** Runs while all processes are down: what they had sent has arrived or never will. Expires their leases. */
async function advanceNinetySeconds({ db, processor }: World): Promise<void> {
  // Factiiv handles what the dead processes had sent before it answers these.
  for (let reads = 0; reads < 3; reads += 1) await processor.control('GET', '/control/factiiv');
  await db
    .updateTable('bureau_report')
    .set({ leased_until: null })
    .where('leased_until', 'is not', null)
    .execute();
  await db
    .updateTable('bureau_connection')
    .set({ next_send_at: null })
    .where('next_send_at', 'is not', null)
    .execute();
}

/** Factiiv cuts the connection of one report, before or after receiving it. */
const breakOneCall = ({ processor }: World, chance: Random): Promise<unknown> =>
  processor.control('POST', '/control/factiiv/fail-next', {
    ...{ how: 'reset', where: chance.pick(['before', 'after']), match: 'POST /api/v1/*', times: 1 },
  });

/** Simulates one customer, who retries after a lost response. */
async function aLife({ world, ledger, stop }: Scene, chance: Random, name: string): Promise<void> {
  const retry = async (press: (where: shopper.Circumstances) => Promise<shopper.Reply | shopper.Offer>) => {
    while (!stop.now) {
      const response = await press({ app: chance.int(world.apps.length) });
      if (shopper.isOffer(response) || (response !== 'lost' && response.status < 500)) return response;
      await pause(chance.between(20, 120));
    }
    return 'lost' as const;
  };
  const holder = await cardHolder.aCardHolder(world, `reported-${name}`);
  const buysOnCredit = chance.chance(0.4);
  if (buysOnCredit) await openAccount(world, holder.userId, cents(100_000));
  const token = await tokenOf(world, ledger, holder, stop);
  const headers = { authorization: `Bearer ${token}` };
  const { factId, businessId, apiKey } = await aFactiivBusiness(
    { control: world.processor.control },
    holder.userId,
  );
  const connection = {
    factUserId: factId,
    factBusinessId: businessId,
    factApiKey: apiKey,
    reportingTermsVersion,
  };
  const path = `/api/users/fact-user/${holder.userId}`;
  await retry((where) =>
    shopper.send(world, ledger, { method: 'PUT', path, headers, body: JSON.stringify(connection) }, where),
  );
  for (let round = chance.between(1, 2); round > 0; round -= 1) {
    const key = `reported-${crypto.randomUUID()}`;
    const paid = await retry((where) =>
      buysOnCredit && round === 1
        ? buyOnCredit(world, ledger, { key, email: holder.email, headers }, where)
        : cardHolder.purchase(world, ledger, { holder, options: { productIds: ['ein-filing'] }, key }, where),
    );
    if (shopper.isOffer(paid) && paid.status === 'paid' && chance.chance(0.4)) {
      const decision = {
        key: `${key}-back`,
        orderId: paid.orderId,
        amount: chance.pick([1_000, 2_500, null]),
      };
      await retry((where) => staff.refundOrder(world, ledger, decision, where));
    }
    // The response depends on Factiiv: a late report is mentioned, and nothing is lost.
    if (chance.chance(0.6))
      await shopper.send(
        world,
        anEmptyLedger(),
        { method: 'POST', path: '/api/payments/sync-trades', headers, body: '{}' },
        { app: chance.int(processes) },
      );
  }
}

async function tokenOf(
  world: World,
  ledger: Ledger,
  holder: cardHolder.CardHolder,
  stop: { now: boolean },
): Promise<string> {
  while (!stop.now) {
    for (let app = 0; app < world.apps.length; app += 1) {
      const token = await cardHolder.logIn(world, ledger, holder, { app });
      if (token !== null) return token;
    }
    await pause(100);
  }
  return '';
}

/** No more processes die. Sends everything pending, and the processor completes all requested refunds. */
async function settleBureau(world: World): Promise<void> {
  await world.processor.control('DELETE', '/control/factiiv/fail-next');
  await world.apps[0]?.report(await waitingConnections(world.db, { now: false }));
  await until(
    'every report is with Factiiv',
    async () => {
      await world.db
        .updateTable('bureau_connection')
        .set({ next_send_at: null })
        .where('next_send_at', 'is not', null)
        .execute();
      const open = await waitingConnections(world.db, { now: true });
      const refund = await world.db
        .selectFrom('refund')
        .select('id')
        .where('state', '=', 'creating')
        .executeTakeFirst();
      if (refund !== undefined)
        await world.apps[0]?.sweep({ openForSeconds: 0, expireAfterHours: 24, holdMinutes: 30 });
      if (open.length > 0) await world.apps[0]?.report(open);
      return open.length === 0 && refund === undefined;
    },
    75_000,
  ).catch(() => undefined);
}

const pause = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs);
  });
