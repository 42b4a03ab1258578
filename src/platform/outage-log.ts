/**
 * Keeps an outage of the database from filling the log. The first failure is logged as it is. Later ones are
 * counted, and one line a minute gives their number. One more line says when the database answers again.
 */
import { isAway } from './database-trouble.ts';

/** `warn` is a line of the log that this module never holds back. */
export type OutageLog = {
  /** True: the failure belongs to an outage that is in the log already, and must not be logged once more. */
  isKnown(error: unknown): boolean;
  /** The database has accepted a connection. */
  ended(): void;
};

const lineEveryMs = 60_000;
/**
 * A server that shuts down can accept a connection and end it in the same moment, and a request from before
 * can still fail after it.
 */
const answersAfterMs = 10_000;

/** `recovery` waits until nothing fails for ten seconds after a connection was accepted. */
type Outage = {
  sinceMs: number;
  all: number;
  atLastLine: number;
  timer: NodeJS.Timeout;
  recovery?: NodeJS.Timeout;
};

export function createOutageLog(
  warn: (facts: { seconds: number; failures: number }, message: string) => void,
): OutageLog {
  let outage: Outage | null = null;
  const end = (): void => {
    clearInterval(outage?.timer);
    clearTimeout(outage?.recovery);
    outage = null;
  };
  const factsOf = ({ sinceMs, all }: Outage) => ({
    seconds: Math.round((performance.now() - sinceMs) / 1_000),
    failures: all,
  });
  const tick = (): void => {
    if (outage === null) return;
    // A single lost connection is no outage: nothing failed since.
    if (outage.all === outage.atLastLine) return outage.recovery === undefined ? end() : undefined;
    outage.atLastLine = outage.all;
    warn(factsOf(outage), 'the database is still unavailable; failures caused by it are counted, not logged');
  };
  const recover = (current: Outage): void => {
    const facts = factsOf(current);
    clearTimeout(current.recovery);
    current.recovery = setTimeout(() => {
      if (facts.failures > 1) warn(facts, 'the database is available again');
      end();
    }, answersAfterMs).unref();
  };
  return {
    isKnown(error) {
      if (!isAway(error)) return false;
      if (outage !== null) {
        outage.all += 1;
        if (outage.recovery !== undefined) recover(outage);
        return true;
      }
      outage = {
        sinceMs: performance.now(),
        all: 1,
        atLastLine: 1,
        timer: setInterval(tick, lineEveryMs).unref(),
      };
      return false;
    },
    ended() {
      if (outage !== null) recover(outage);
    },
  };
}
