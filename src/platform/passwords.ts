/**
 * Hashes passwords with Argon2id, behind a queue. A hash is expensive on purpose, so only a few run at a time
 * and only a few wait. When the queue is full, further requests are rejected as `busy`. No single client can
 * fill the queue.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import { currentRequest } from './request-context.ts';

export type Passwords = {
  /**
   * Returns a PHC text such as `$argon2id$v=19$m=47104,t=1,p=1$…`. Throws `busy` when too many requests wait.
   */
  hash(password: string): Promise<string>;
  /** Null means that the account does not exist: it costs as much work, and the result is false. */
  matches(password: string, phc: string | null): Promise<boolean>;
  /**
   * Throws `busy` when a hash for this client would be rejected now. Call it before expensive work, so that a
   * flood costs nothing else.
   */
  demandPlace(): void;
  /** True for a hash made with another effort than today's. */
  isOutdated(phc: string): boolean;
};

export type Effort = { memoryKib: number; passes: number; parallelism: number };
export type PasswordSettings = {
  effort?: Effort;
  concurrency?: number;
  waitingAtMost?: number;
  waitingPerClient?: number;
  onHash?: () => void;
};

/** 46 MiB and one pass: one of OWASP's equivalent choices, about 30 ms on a small server. */
export const defaultEffort: Effort = { memoryKib: 47_104, passes: 1, parallelism: 1 };
const hashBytes = 32;
const saltBytes = 16;

export function createPasswords(settings: PasswordSettings = {}): Passwords {
  const { effort = defaultEffort, onHash = () => {} } = settings;
  const gate = createGate(settings);
  const derive = (
    password: string,
    salt: Buffer,
    { memoryKib, passes, parallelism }: Effort,
    length: number,
  ): Promise<Buffer> =>
    gate.enter(() => {
      onHash();
      return new Promise((resolve, reject) =>
        argon2(
          'argon2id',
          {
            message: stable(password),
            nonce: salt,
            memory: memoryKib,
            passes,
            parallelism,
            tagLength: length,
          },
          (error, bytes) => (error ? reject(error) : resolve(bytes)),
        ),
      );
    });
  const decoy = { effort, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return write(effort, salt, await derive(password, salt, effort, hashBytes));
    },
    async matches(password, phc) {
      const stored = phc === null ? decoy : read(phc);
      const hash = await derive(password, stored.salt, stored.effort, stored.hash.length);
      const isRight = timingSafeEqual(hash, stored.hash) && phc !== null;
      if (isRight) gate.forgive();
      return isRight;
    },
    demandPlace: gate.demandPlace,
    isOutdated(phc) {
      const stored = read(phc);
      const same = (['memoryKib', 'passes', 'parallelism'] as const).every(
        (part) => stored.effort[part] === effort[part],
      );
      return !same || stored.hash.length !== hashBytes;
    },
  };
}

/**
 * Two keyboards may encode the same password differently in Unicode; NFKC makes them equal. Nothing is
 * trimmed or cut.
 */
const stable = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8');

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
const write = ({ memoryKib, passes, parallelism }: Effort, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function read(phc: string): { effort: Effort; salt: Buffer; hash: Buffer } {
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = phcPattern.exec(phc) ?? [];
  if (memoryKib === undefined) throw new Error('a stored password hash cannot be read');
  return {
    effort: { memoryKib: Number(memoryKib), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

type Gate = {
  enter<T>(work: () => Promise<T>): Promise<T>;
  demandPlace(): void;
  /** Removes the last hash of this client from its count. */
  forgive(): void;
};
type Waiting = { client: string; weight: number; begin(): void; refuse(): void };

/** Counts are cleared after this time, and when there are too many clients, to bound memory. */
const rememberedMs = 15 * 60_000;
const rememberedAtMost = 10_000;

/**
 * Up to `concurrency` hashes run. `waitingAtMost` requests wait in all, and `waitingPerClient` of one client;
 * the rest are rejected as `busy`. The client with fewer recent hashes goes first and displaces one with
 * more, so a customer's first attempt does not wait behind a guessing attack. Correct passwords do not count,
 * so customers who share an office address are not slowed down. A full queue takes a second on a small
 * server, and the share of one client a quarter of that.
 */
function createGate({ concurrency = 2, waitingAtMost = 64, waitingPerClient = 16 }: PasswordSettings): Gate {
  const waiting: Waiting[] = [];
  const weightOf = rememberClients();
  let running = 0;
  const take = (which: (a: Waiting, b: Waiting) => boolean): Waiting | undefined => {
    const [first, ...rest] = waiting;
    if (first === undefined) return undefined;
    const chosen = rest.reduce((best, next) => (which(next, best) ? next : best), first);
    waiting.splice(waiting.indexOf(chosen), 1);
    return chosen;
  };
  const isFull = (): boolean => waiting.length >= waitingAtMost;
  const demandPlace = (client: string): void => {
    if (running < concurrency) return;
    const waitingOfClient = waiting.filter((other) => other.client === client).length;
    const isAmongHeaviest = waiting.every((other) => other.weight <= weightOf.check(client));
    if (waitingOfClient >= waitingPerClient || (isFull() && isAmongHeaviest)) throw new DomainError('busy');
  };
  const enter = (): Promise<void> | undefined => {
    const clientId = client();
    demandPlace(clientId);
    if (running < concurrency) {
      running += 1;
      weightOf.add(clientId, 1);
      return;
    }
    if (isFull()) take((a, b) => a.weight >= b.weight)?.refuse();
    const weight = weightOf.check(clientId);
    return new Promise((begin, reject) =>
      waiting.push({ client: clientId, weight, begin, refuse: () => reject(new DomainError('busy')) }),
    );
  };
  const leave = (): void => {
    const next = take((a, b) => a.weight < b.weight);
    if (next === undefined) {
      running -= 1;
      return;
    }
    weightOf.add(next.client, 1);
    next.begin();
  };
  return {
    demandPlace: () => demandPlace(client()),
    forgive: () => weightOf.add(client(), -1),
    async enter(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

const client = (): string => currentRequest()?.client ?? '';

/** Counts each client's recent hashes, without those of correct passwords. */
function rememberClients(): { check(client: string): number; add(client: string, hashes: 1 | -1): void } {
  const counts = new Map<string, number>();
  let since = performance.now();
  return {
    check: (client) => counts.get(client) ?? 0,
    add(client, hashes) {
      if (performance.now() - since > rememberedMs || counts.size >= rememberedAtMost) {
        counts.clear();
        since = performance.now();
      }
      counts.set(client, Math.max(0, (counts.get(client) ?? 0) + hashes));
    },
  };
}
