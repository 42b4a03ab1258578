/**
 * Finds the browsers for `npm run lab -- test:engines`, which runs the main stories in Firefox ESR and
 * WebKitGTK as packaged by Debian. Run directly, it prints what to install.
 */
import type { Programs } from './engine.ts';
import { onPath } from '#tools/browser.ts';

const programs: Record<keyof Programs, { names: string[]; inPackage: string }> = {
  firefox: { names: ['firefox-esr', 'firefox'], inPackage: 'firefox-esr' },
  webkitDriver: { names: ['WebKitWebDriver'], inPackage: 'webkit2gtk-driver' },
  display: { names: ['Xvfb'], inPackage: 'xvfb' },
};

/** Returns the programs in PATH. Throws with a sentence that says what to install. */
export function findEngines(environment: Record<string, string | undefined>): Programs {
  const found = Object.entries(programs).map(([part, { names, inPackage }]) => ({
    part,
    inPackage,
    path: onPath(names, environment),
  }));
  const missing = found.filter(({ path }) => path === undefined).map(({ inPackage }) => inPackage);
  if (missing.length > 0)
    throw new Error(
      `The stories in other engines need what this machine lacks; on Debian, as root: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
    );
  return Object.fromEntries(found.map(({ part, path }) => [part, path])) as Programs;
}

if (import.meta.main) {
  try {
    findEngines(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
