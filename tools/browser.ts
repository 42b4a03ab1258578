/**
 * Finds a Chromium for the stories, and fetches one where there is none.
 * The one that is installed wins over a download: it is the machine's own, and it is patched with the machine.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

type Environment = Record<string, string | undefined>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const downloadTimeoutMs = 120_000;

/** The path of a browser that is already there, or null. A `CHROMIUM_PATH` that leads nowhere is an error, not a hint. */
export function installedBrowser(environment: Environment): string | null {
  const chosen = environment.CHROMIUM_PATH;
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, and nothing can be started there`);
    return chosen;
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
  return found ?? (isExecutable(chromium.executablePath()) ? chromium.executablePath() : null);
}

/** Fetches a browser in the way that this machine allows. Throws with a sentence that says what to install. */
export function fetchBrowser(environment: Environment): string {
  const isDebian = existsSync('/etc/debian_version');
  if (isDebian && process.getuid?.() === 0) installWithApt(environment);
  else download(environment);
  const browser = installedBrowser(environment);
  if (browser !== null) return browser;
  throw new Error(
    'There is no Chromium for the browser stories. ' +
      `Please install it (${isDebian ? 'as root: apt-get install -y chromium' : 'the package is usually called chromium'}), ` +
      'or set CHROMIUM_PATH to a Chromium or Chrome that is already there.',
  );
}

function installWithApt(environment: Environment): void {
  const run = (...command: string[]) =>
    spawnSync('apt-get', command, { stdio: 'ignore', env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' } });
  run('update');
  run('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
}

/** An ordinary user cannot install packages; Playwright's own download needs none, but needs the internet. */
function download(environment: Environment): void {
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', env: environment, timeout: downloadTimeoutMs });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
