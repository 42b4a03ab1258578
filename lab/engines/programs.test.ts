/** Where the browsers of the release tests are searched, and the message for a missing one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findEngines } from './programs.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stateside-engines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const install = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o755 });
};

test('a machine with all of them lists their paths', () => {
  install('firefox-esr', 'WebKitWebDriver', 'Xvfb');
  expect(findEngines({ PATH: folder })).toEqual({
    firefox: join(folder, 'firefox-esr'),
    webkitDriver: join(folder, 'WebKitWebDriver'),
    display: join(folder, 'Xvfb'),
  });
});

test('one message lists what to install, and only what is missing', () => {
  install('firefox');
  expect(() => findEngines({ PATH: folder })).toThrow(
    /apt-get install -y --no-install-recommends webkit2gtk-driver xvfb$/,
  );
});
