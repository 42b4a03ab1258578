/** Which of the installed browsers the stories use. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { installedBrowser, findHeadlessShell, findFullBrowser } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'stateside-browsers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function aBrowser(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '', { mode: 0o755 });
  return path;
}

describe('on a machine with both browsers', () => {
  const fullBrowser = aBrowser('chromium');
  const headlessShell = aBrowser('chromium-headless-shell');

  test('most stories use the headless one, and those about real browsers the full one', () => {
    const environment = { PATH: folder };
    expect([
      findHeadlessShell(environment),
      findFullBrowser(environment),
      installedBrowser(environment),
    ]).toEqual([headlessShell, fullBrowser, fullBrowser]);
  });

  test('a chosen browser is used for all, but a headless one does not replace a full one', () => {
    const chosenBrowser = aBrowser('my-browser');
    expect(
      [findHeadlessShell, findFullBrowser].map((find) =>
        find({ PATH: folder, CHROMIUM_PATH: chosenBrowser }),
      ),
    ).toEqual([chosenBrowser, chosenBrowser]);
    expect(
      [findHeadlessShell, findFullBrowser].map((find) =>
        find({ PATH: folder, CHROMIUM_PATH: headlessShell }),
      ),
    ).toEqual([headlessShell, fullBrowser]);
  });

  test('an invalid choice is an error', () => {
    expect(() => findFullBrowser({ PATH: folder, CHROMIUM_PATH: join(folder, 'none') })).toThrow(
      'is not an executable file',
    );
  });
});
