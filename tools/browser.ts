/**
 * Finds a Chromium for the stories, and installs one if there is none. An installed browser is preferred over
 * a download, because the system updates it.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

type Environment = Record<string, string | undefined>;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Headless builds of the same engine. Stories take little more than half the time in them. */
const lightNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const downloadTimeoutMs = 120_000;

/** Returns the path of an installed browser, or null. A `CHROMIUM_PATH` that does not exist is an error. */
export function installedBrowser(environment: Environment): string | null {
  const chosen = environment.CHROMIUM_PATH;
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable file`);
    return chosen;
  }
  return (
    onPath(names, environment) ?? (isExecutable(chromium.executablePath()) ? chromium.executablePath() : null)
  );
}

/**
 * Returns the headless build if there is one. Otherwise, or when `CHROMIUM_PATH` is set, the same as
 * `installedBrowser`.
 */
export function findHeadlessShell(environment: Environment): string | null {
  return (
    (environment.CHROMIUM_PATH ? null : onPath(lightNames, environment)) ?? installedBrowser(environment)
  );
}

/** Returns a full browser, even when `CHROMIUM_PATH` names a headless build, if there is another. */
export function findFullBrowser(environment: Environment): string | null {
  const chosen = installedBrowser(environment);
  const isLight = chosen !== null && /headless[-_]shell/.test(basename(chosen));
  return (isLight ? installedBrowser({ ...environment, CHROMIUM_PATH: undefined }) : null) ?? chosen;
}

/** The first of these programs in PATH. */
export function onPath(names: string[], environment: Environment): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** Launch options for the browser at `path`, or Playwright's own, without background services. */
export const launchOf = (path: string | null) => ({
  executablePath: path ?? undefined,
  args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});

/**
 * Installs a browser with the means of this machine. Throws with a sentence that names the package to
 * install.
 */
export function fetchBrowser(environment: Environment): void {
  const isDebian = existsSync('/etc/debian_version');
  if (isDebian && process.getuid?.() === 0) installWithApt(environment);
  else download(environment);
  if (installedBrowser(environment) !== null) return;
  throw new Error(
    'No Chromium was found for the browser stories. ' +
      `Install it (${isDebian ? 'as root: apt-get install -y chromium' : 'the package is usually called chromium'}), ` +
      'or set CHROMIUM_PATH to an installed Chromium or Chrome.',
  );
}

function installWithApt(environment: Environment): void {
  const run = (...command: string[]) =>
    spawnSync('apt-get', command, {
      stdio: 'ignore',
      env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    });
  run('update');
  run('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
  // Older releases do not have this package. Stories then run slower in the full browser.
  run('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
}

/**
 * A normal user cannot install packages. Playwright's own download needs no root, but it needs internet
 * access.
 */
function download(environment: Environment): void {
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: 'ignore',
    env: environment,
    timeout: downloadTimeoutMs,
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
