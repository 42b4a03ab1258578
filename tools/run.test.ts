/**
 * An old Node gets an error that names the required version; a current one runs the tool as if it were called
 * directly.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/**
 * Names that every Node since 20 exports. A missing named import would stop Node before it can print the
 * error.
 */
const importedNames = ['execFileSync', 'createHash', 'randomUUID', 'fileURLToPath'];

/** The project's own Node comes first in PATH during a test; others of the machine come after it. */
const versionOf = (node: string): number =>
  Number(spawnSync(node, ['-p', 'process.versions.node']).stdout?.toString().split('.')[0]);
const folders = execFileSync('/bin/sh', ['-c', 'printf %s "$PATH"'], { encoding: 'utf8' }).split(delimiter);
const old = folders.find((folder) => {
  const version = versionOf(join(folder, 'node'));
  return version >= 20 && version < 24;
});

test('an old Node can parse the entry of every operator tool', () => {
  for (const name of ['start', 'dev', 'build', 'admin', 'test', 'test:all'])
    expect(scripts[name], name).toContain(' tools/run.js tools/');
  for (const file of ['tools/run.js', 'tools/stripped.js']) {
    const named = [...read(file).matchAll(/^import \{ (.+) \} from 'node:/gm)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    expect(named).not.toEqual([]);
    expect(
      named.filter((name) => !importedNames.includes(name)),
      file,
    ).toEqual([]);
  }
});

test.runIf(old !== undefined)('an old Node reports which version is needed', () => {
  for (const name of ['start', 'admin', 'build']) {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', scripts[name] ?? ''], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: old },
    });
    expect({ name, status, stdout, said: stderr.split(',')[0] }).toEqual({
      name,
      status: 1,
      stdout: '',
      said: 'Stateside needs Node 24',
    });
  }
});

test('a tool sees its own name and arguments, and nothing of its launcher', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'a-tool-')));
  try {
    const tool = join(folder, 'tool.ts');
    writeFileSync(tool, 'console.log(JSON.stringify(process.argv.slice(1)));');
    const output = execFileSync(
      process.execPath,
      ['tools/run.js', relative(root, tool), 'backup', '--prove'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(output)).toEqual([tool, 'backup', '--prove']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
