/**
 * Prevents a forgotten or misspelled STRIPE_SECRET_KEY from opening a shop with play money. A start without
 * the key is a demo. Settings that only a real shop needs must then be absent, or the operator must confirm
 * the demo. Admin commands are guarded too: with the demo's keys they would expire the orders of a real shop.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i;

export const wantsDemo = (environment: Environment): boolean => !environment.STRIPE_SECRET_KEY;

/** Returns a sentence for the operator, or null when nothing contradicts a demo. */
export function demoProblem(environment: Environment): string | null {
  if (!wantsDemo(environment) || environment.DEMO === '1') return null;
  const { HOST } = environment;
  const signs = [
    ...Object.keys(environment).filter(
      (name) => (name === 'DATABASE_URL' || name.startsWith('STRIPE_')) && environment[name],
    ),
    ...(HOST && !loopback.test(HOST) ? ['HOST'] : []),
  ];
  if (signs.length === 0) return null;
  return `STRIPE_SECRET_KEY is not set, but these settings are: ${signs.toSorted().join(', ')}. Without the key, this is a demo with test payments. Set the key, or set DEMO=1 to run a demo.`;
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo-settings.json');

/** Stored next to the data, so that `npm run admin` finds the sandbox of the running shop. */
export function noteDemoSettings(dataDir: string, settings: Environment): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(settings), { mode: 0o600 });
}

/** Called when a real shop starts on this data, so that settings of an earlier demo are not used again. */
export const deleteDemoSettings = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/**
 * Returns the settings for an admin command: the environment, and for a demo the stored settings of its
 * start. The environment takes precedence. Throws with a sentence for the operator when a demo is doubtful.
 */
export function settingsForCommand(environment: Environment, dataDir: string): Environment {
  const problem = demoProblem(environment);
  if (problem !== null) throw new Error(problem);
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
