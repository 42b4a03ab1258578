/**
 * Keeps a forgotten or misspelt STRIPE_SECRET_KEY from opening a shop that takes play money. Without the key a start is a
 * demonstration, so whatever only a real shop needs must be absent, or the operator must say that a demonstration is meant.
 * The same holds for a command at the terminal: with the demonstration's keys it would give up the orders of a real shop.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i;

export const wantsDemo = (environment: Environment): boolean => !environment.STRIPE_SECRET_KEY;

/** A sentence for the operator, or null when nothing speaks against the demonstration. */
export function doubtAboutDemo(environment: Environment): string | null {
  if (!wantsDemo(environment) || environment.DEMO === '1') return null;
  const { HOST } = environment;
  const signs = [
    ...Object.keys(environment).filter((name) => (name === 'DATABASE_URL' || name.startsWith('STRIPE_')) && environment[name]),
    ...(HOST && !loopback.test(HOST) ? ['HOST'] : []),
  ];
  if (signs.length === 0) return null;
  return `STRIPE_SECRET_KEY is not set, but ${signs.toSorted().join(', ')}: without the key this would be a demonstration that takes play money. Set the key, or set DEMO=1 if a demonstration is what you want.`;
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo-settings.json');

/** Left beside the data, so that `npm run admin` finds the sandbox of the shop that runs on it. */
export function noteDemoSettings(dataDir: string, settings: Environment): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(settings), { mode: 0o600 });
}

/** A real shop has begun on this data: what an earlier demonstration has left must not be found again. */
export const forgetDemoSettings = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/**
 * What a command at the terminal works with: the environment, and for a demonstration what its start has noted. What is set wins.
 * Throws with a sentence for the operator when it is not sure that a demonstration is meant.
 */
export function settingsForCommand(environment: Environment, dataDir: string): Environment {
  const doubt = doubtAboutDemo(environment);
  if (doubt !== null) throw new Error(doubt);
  if (!wantsDemo(environment)) return environment;
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  return { ...readNote(fileIn(dataDir)), ...set };
}

function readNote(file: string): Environment {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Environment;
  } catch {
    return {};
  }
}
