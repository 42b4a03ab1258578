/**
 * Argon2id over passwords, and the queue before it. A hash is dear on purpose, so only a few run at once and only a few wait:
 * whoever comes when the queue is full is told at once to come back, and no single client can fill the queue.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '#kernel/errors.ts';
import { currentRequest } from './request-context.ts';

export type Passwords = {
  /** A PHC text such as `$argon2id$v=19$m=47104,t=1,p=1$…`. Throws `busy` when too many wait. */
  hash(password: string): Promise<string>;
  /** Null stands for an account that does not exist: as much work, and the answer is false. */
  matches(password: string, phc: string | null): Promise<boolean>;
  /** True for a hash made with another effort than today's. */
  isOutdated(phc: string): boolean;
};

export type Effort = { memoryKib: number; passes: number; parallelism: number };
export type PasswordSettings = {
  effort?: Effort;
  atOnce?: number;
  waitingAtMost?: number;
  waitingPerClient?: number;
  onHash?: () => void;
};

/** 46 MiB and one pass: one of the equal choices that OWASP gives, some 30 ms on a small server. */
export const usualEffort: Effort = { memoryKib: 47_104, passes: 1, parallelism: 1 };
const hashBytes = 32;
const saltBytes = 16;

export function createPasswords(settings: PasswordSettings = {}): Passwords {
  const { effort = usualEffort, onHash = () => {} } = settings;
  const gate = createGate(settings);
  const derive = (password: string, salt: Buffer, { memoryKib, passes, parallelism }: Effort, length: number): Promise<Buffer> =>
    gate(() => {
      onHash();
      return new Promise((resolve, reject) =>
        argon2(
          'argon2id',
          { message: stable(password), nonce: salt, memory: memoryKib, passes, parallelism, tagLength: length },
          (error, bytes) => (error ? reject(error) : resolve(bytes)),
        ),
      );
    });
  const nobody = { effort, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return write(effort, salt, await derive(password, salt, effort, hashBytes));
    },
    async matches(password, phc) {
      const stored = phc === null ? nobody : read(phc);
      const given = await derive(password, stored.salt, stored.effort, stored.hash.length);
      return timingSafeEqual(given, stored.hash) && phc !== null;
    },
    isOutdated(phc) {
      const stored = read(phc);
      const same = (['memoryKib', 'passes', 'parallelism'] as const).every((part) => stored.effort[part] === effort[part]);
      return !same || stored.hash.length !== hashBytes;
    },
  };
}

/** The same password typed on two keyboards may arrive in two spellings of Unicode; NFKC makes them one. Nothing is trimmed or cut. */
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

type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** `atOnce` run, `waitingAtMost` wait in all and `waitingPerClient` of one client; the rest is refused as `busy`. */
function createGate({ atOnce = 2, waitingAtMost = 16, waitingPerClient = 4 }: PasswordSettings): Gate {
  const waiting: { client: string; begin: () => void }[] = [];
  let running = 0;
  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    const client = currentRequest()?.client ?? '';
    const own = waiting.filter((other) => other.client === client).length;
    if (waiting.length >= waitingAtMost || own >= waitingPerClient) throw new DomainError('busy');
    return new Promise((begin) => waiting.push({ client, begin }));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.begin();
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
