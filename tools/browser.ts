/**
 * Finds a Chromium for the stories, and fetches one where there is none.
 * The one that is installed wins over a download: it is the machine's own, and it is patched with the machine.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

type Environment = Record<string, string | undefined>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without windows and all that belongs to them: stories take little more than half the time in it. */
const lightNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const downloadTimeoutMs = 120_000;

/** The path of a browser that is already there, or null. A `CHROMIUM_PATH` that leads nowhere is an error, not a hint. */
export function installedBrowser(environment: Environment): string | null {
  const chosen = environment.CHROMIUM_PATH;
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, and nothing can be started there`);
    return chosen;
  }
  return onPath(names, environment) ?? (isExecutable(chromium.executablePath()) ? chromium.executablePath() : null);
}

/** The light browser where there is one; otherwise, or when somebody has chosen, the same as `installedBrowser`. */
export function lightBrowser(environment: Environment): string | null {
  return (environment.CHROMIUM_PATH ? null : onPath(lightNames, environment)) ?? installedBrowser(environment);
}

/** The browser that people have: also where the chosen one is without windows, if there is another. */
export function wholeBrowser(environment: Environment): string | null {
  const chosen = installedBrowser(environment);
  const isLight = chosen !== null && /headless[-_]shell/.test(basename(chosen));
  return (isLight ? installedBrowser({ ...environment, CHROMIUM_PATH: undefined }) : null) ?? chosen;
}

/** The first of these programs in the folders of the path. */
export function onPath(wanted: string[], environment: Environment): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => wanted.map((name) => join(folder, name))).find(isExecutable);
}

/** How Playwright starts the browser at `path`, or its own: without the errands that browsers run by themselves. */
export const launchOf = (path: string | null) => ({
  executablePath: path ?? undefined,
  args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});

/** Fetches a browser in the way that this machine allows. Throws with a sentence that says what to install. */
export function fetchBrowser(environment: Environment): void {
  const isDebian = existsSync('/etc/debian_version');
  if (isDebian && process.getuid?.() === 0) installWithApt(environment);
  else download(environment);
  if (installedBrowser(environment) !== null) return;
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
  // Older releases have no such package. Stories then take their time.
  run('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
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
