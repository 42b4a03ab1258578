/**
 * Goes into the environment of processes that a run starts again and again: the same programs, compiled once. A clock or a time zone
 * that `npm run test:repeat` has moved is theirs too.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ofClock = /^(TZ|LD_PRELOAD|FAKETIME\w*)$/;
const movedClock: NodeJS.ProcessEnv =
  process.env.FAKETIME === undefined && process.env.TZ === undefined
    ? {}
    : Object.fromEntries(Object.entries(process.env).filter(([name]) => ofClock.test(name)));

export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'stateside-compiled'), ...movedClock };
