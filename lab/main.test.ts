/** Every tool of the lab has its programs and its line in the list. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labCommands } from './commands.ts';

const root = join(import.meta.dirname, '..');
const names = Object.keys(labCommands);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const lab = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/run.js', 'lab/main.ts', ...args], { cwd: root, encoding: 'utf8' });

test('every step names a program that exists', () => {
  const programs = Object.values(labCommands).flatMap(({ steps }) =>
    steps.flatMap((step) => step.split(' ').filter((word) => /\.(ts|mjs)$/.test(word))),
  );
  expect(programs.length).toBeGreaterThanOrEqual(names.length);
  expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('without a name, every tool is listed with what it does and needs', () => {
  const { status, stdout } = lab();
  expect(status).toBe(0);
  const lines = stdout.trim().split('\n').slice(2);
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(names);
  expect(lines.filter((line) => !/ {2}[A-Z][^.]*\.(?:txt[^.]*\.)?(?: Needs [^.]+\.)?$/.test(line))).toEqual(
    [],
  );
});

test('an unknown name is an error that says how to list the tools', () => {
  for (const name of ['bench:lists', 'constructor'])
    expect(lab(name)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `The lab has no tool "${name}". "npm run lab" lists all tools.\n`,
    });
});

test('a tool gets the arguments after its name and returns its own status', () => {
  const { status, stderr } = lab('test:repeat', '--passes', 'noon');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^Unknown passes: noon\. There are busy, /),
  });
});

test('package.json has at most 14 scripts, and none has the name of a tool', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(14);
  expect(names.filter((name) => name in scripts)).toEqual([]);
});
