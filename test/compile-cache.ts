/**
 * Environment for processes that a run starts repeatedly, so the same code is compiled once. Also passes on
 * the clock and time zone that `npm run lab -- test:repeat` changes.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ofClock = /^(TZ|LD_PRELOAD|FAKETIME\w*)$/;
const movedClock: NodeJS.ProcessEnv =
  process.env.FAKETIME === undefined && process.env.TZ === undefined
    ? {}
    : Object.fromEntries(Object.entries(process.env).filter(([name]) => ofClock.test(name)));

export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'stateside-compiled'), ...movedClock };
