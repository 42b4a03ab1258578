/**
 * `npm run lab -- bench:log-in`: does the response time reveal whether an address has an account? How long
 * does a log-in take while others guess passwords? Known and unknown addresses alternate at random, so a slow
 * machine slows both.
 */
import { parseArgs } from 'node:util';
import { demoPeople, seedPeople } from '#db/seeds/people.ts';
import { createDatabase } from '#platform/database.ts';
import { createPasswords } from '#platform/passwords.ts';
import { until as eventually } from '#test/until.ts';
import { freshSeed, random } from '#test/chaos/random.ts';
import { describeMachine, median, oneDecimal, percentile, print, sayTable, verdict } from './figures.ts';
import { startWorld } from './processes.ts';

const aimShare = 0.05;
const aimP99Ms = 1_000;
/**
 * The number of passwords that are hashed or queued together (see platform/passwords.ts). Further requests
 * get a 503.
 */
const cap = 66;
/** With four times the cap, a customer must not wait longer than with the cap, except for p99 noise. */
const aimGrowth = 1.5;
const beforeNextTryMs = 250;
const officePeople = 10;
const aimOfficeMs = 2_000;
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    crowds: { type: 'string', default: `0,18,${cap},144,${4 * cap}` },
  },
});
const unlimited = {
  WRONG_PASSWORDS: '0',
  LOG_INS_PER_HOUR: '0',
  REGISTRATIONS_PER_HOUR: '0',
  EMAILS_PER_HOUR: '0',
  EMAILS_PER_ADDRESS_PER_HOUR: '0',
};
const world = await startWorld({
  extra: { ...unlimited, NODE_ENV: 'test', TRUST_PROXY: '1', IN_FLIGHT_AT_MOST: '2000' },
});
const [customer, other] = demoPeople;
if (customer === undefined || other === undefined) throw new Error('no demo account can log in');

type Answered = { status: number; ms: number };
async function ask(path: string, body: object, from: string): Promise<Answered> {
  const startedAt = performance.now();
  const answer = await fetch(`${world.shop.origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - startedAt };
}

const form = (email: string) => ({
  firstName: 'Kwame',
  lastName: 'Mensah',
  userName: 'kwame',
  email,
  phone: '+233 20 765 4321',
  password: 'a good long password',
  confirmPassword: 'a good long password',
  address: '4 Liberation Road',
  city: 'Accra',
  country: 'GH',
});
const questions: Record<string, (email: string) => [path: string, body: object]> = {
  'log in, wrong password': (email) => ['login', { email, password: 'not the password' }],
  'forgot password': (email) => ['forgot-password', { email }],
  register: (email) => ['register', form(email)],
};

/**
 * The probability that two samples of one distribution differ at least this much: two-sided Mann–Whitney
 * test.
 */
function chanceOfSame(one: number[], two: number[]): number {
  const ranked = [
    ...one.map((ms) => ({ ms, first: true })),
    ...two.map((ms) => ({ ms, first: false })),
  ].toSorted((a, b) => a.ms - b.ms);
  const rankSum = ranked.reduce((sum, { first }, index) => (first ? sum + index + 1 : sum), 0);
  const u = rankSum - (one.length * (one.length + 1)) / 2;
  const spread = Math.sqrt((one.length * two.length * (one.length + two.length + 1)) / 12);
  const z = Math.abs(u - (one.length * two.length) / 2) / spread;
  // Abramowitz and Stegun 26.2.17, accurate to seven decimals.
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, (2 * tail * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI));
}

async function compare(name: string): Promise<{ row: string[]; share: number }> {
  const chance = random(freshSeed());
  const times = { known: [] as number[], unknown: [] as number[] };
  const question = questions[name] ?? (() => ['', {}]);
  for (let pair = -10; pair < Number(values.pairs); pair += 1) {
    for (const kind of chance.shuffle(['known', 'unknown'] as const)) {
      const { ms } = await ask(
        ...question(kind === 'known' ? (customer?.email ?? '') : `nobody-${chance.int(1e9)}@demo.example`),
        '192.0.2.1',
      );
      if (pair >= 0) times[kind].push(ms);
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
  const share = Math.abs(knownMs - unknownMs) / Math.max(knownMs, unknownMs);
  const row = [
    name,
    oneDecimal(knownMs),
    oneDecimal(unknownMs),
    `${(100 * share).toFixed(2)} %`,
    chanceOfSame(times.known, times.unknown).toFixed(2),
  ];
  return { row, share };
}

/** Customers log in one after the other, while each attacker keeps guessing from a separate address. */
async function besideCrowd(crowd: number): Promise<{ crowd: number; row: string[]; p99Ms: number }> {
  let until = Number.POSITIVE_INFINITY;
  const guesses: Answered[] = [];
  const guess = async (number: number): Promise<void> => {
    while (performance.now() < until) {
      const answered = await ask(
        'login',
        { email: other?.email, password: 'a guess' },
        `198.51.${number >> 8}.${number & 255}`,
      );
      guesses.push(answered);
      // Even an attacker has to read the response.
      if (answered.status === 503) await new Promise((resolve) => setTimeout(resolve, beforeNextTryMs));
    }
  };
  // A 503 is not a log-in yet. The customer retries, and the whole time counts as waiting.
  const waitsMs: number[] = [];
  let busy = 0;
  const logIn = async (): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const credentials = { email: customer?.email, password: customer?.password };
      for (let status = 503; status === 503 && performance.now() < until + 10_000; ) {
        ({ status } = await ask('login', credentials, `203.0.113.${waitsMs.length & 255}`));
        if (status === 503) busy += 1;
        else if (status !== 200) throw new Error(`a customer's log-in was answered ${status}`);
        if (status === 503) await new Promise((resolve) => setTimeout(resolve, beforeNextTryMs));
      }
      waitsMs.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const guessing = Array.from({ length: crowd }, (_, number) => guess(number));
  // The shop detects mass guessing after the first attempts. The measurement starts after that.
  await eventually(
    'each of the crowd has guessed once',
    () => guesses.filter(({ status }) => status === 401).length >= crowd,
    60_000,
  );
  guesses.length = 0;
  until = performance.now() + Number(values.seconds) * 1_000;
  await Promise.all([logIn(), ...guessing]);
  const p99Ms = percentile(waitsMs, 99);
  const rejectedPerSecond = guesses.filter(({ status }) => status === 401).length / Number(values.seconds);
  return {
    crowd,
    row: [
      String(crowd),
      String(waitsMs.length),
      oneDecimal(percentile(waitsMs, 50)),
      oneDecimal(p99Ms),
      String(busy),
      oneDecimal(rejectedPerSecond),
    ],
    p99Ms,
  };
}

/** Simulates an office in the morning: all users log in concurrently from one address, repeatedly. */
async function office(people: number, rounds: number): Promise<{ slowestMs: number[]; refused: number }> {
  const slowestMs: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const credentials = { email: customer?.email, password: customer?.password };
    const answers = await Promise.all(
      Array.from({ length: people }, () => ask('login', credentials, '192.0.2.77')),
    );
    refused += answers.filter(({ status }) => status !== 200).length;
    slowestMs.push(Math.max(...answers.map(({ ms }) => ms)));
  }
  return { slowestMs, refused };
}

const compared: Awaited<ReturnType<typeof compare>>[] = [];
const crowded: Awaited<ReturnType<typeof besideCrowd>>[] = [];
let atNine: Awaited<ReturnType<typeof office>> = { slowestMs: [], refused: 0 };
try {
  const db = createDatabase(world.databaseUrl, { max: 1, applicationName: 'bench' });
  await seedPeople(db, createPasswords(), new Date());
  await db.destroy();
  for (const name of Object.keys(questions)) compared.push(await compare(name));
  atNine = await office(officePeople, 20);
  for (const crowd of values.crowds.split(',').map(Number)) crowded.push(await besideCrowd(crowd));
} finally {
  await world.stop();
}

print(`\nKnown and unknown addresses, ${values.pairs} of each. ${describeMachine()}\n`);
sayTable(
  ['what', 'known p50 ms', 'unknown p50 ms', 'difference', 'chance of no difference'],
  compared.map(({ row }) => row),
);
print(`\nAim: medians within 5 %: ${verdict(compared.every(({ share }) => share < aimShare))}`);
print(`\nA customer's log-in while others guess, ${values.seconds} s each\n`);
sayTable(
  ['guessing', 'log-ins', 'p50 ms', 'p99 ms', 'told to come back', 'guesses looked at a second'],
  crowded.map(({ row }) => row),
);
const slowestOfOffice = Math.max(...atNine.slowestMs);
print(
  `\n${officePeople} log-ins at once from one address, ${atNine.slowestMs.length} times: slowest ${oneDecimal(slowestOfOffice)} ms, ${atNine.refused} refused`,
);
print(
  `Aim: all answered 200 within ${aimOfficeMs} ms: ${verdict(atNine.refused === 0 && slowestOfOffice <= aimOfficeMs)}`,
);
const beyond = crowded.filter(({ crowd }) => crowd > cap);
const atCap = crowded.find(({ crowd }) => crowd === cap);
if (atCap !== undefined && beyond.length > 0)
  print(
    `\nAim: beyond the cap of ${cap} at most ${aimGrowth} times the p99 at the cap: ${verdict(beyond.every(({ p99Ms }) => p99Ms <= aimGrowth * atCap.p99Ms))}`,
  );
print(
  `\nAim: p99 under ${aimP99Ms} ms, however many guess: ${verdict(crowded.every(({ p99Ms }) => p99Ms < aimP99Ms))}`,
);
