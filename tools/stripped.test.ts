/** Which modules a start with cached files loads, and which it does not. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const money = `const { add, cents } = await import('#kernel/money.ts'); console.log(add(cents(250), cents(250)));
console.log(process.moduleLoadList.some((name) => name.includes('amaro')));`;
const run = (options: string[], code: string): string[] =>
  execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...options, '--input-type=module', '--eval', code],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n');

test('a start from files without types loads no compiler, in its worker threads neither', {
  tags: ['long'],
}, () => {
  const stripped = ['--import', './tools/stripped.js'];
  expect(run([], money)).toEqual(['500', 'true']);
  expect(run(stripped, money)).toEqual(['500', 'false']);
  const inThread = `const { Worker } = await import('node:worker_threads');
    new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(
      money.replace("'#kernel/money.ts'", `'${new URL('../src/kernel/money.ts', import.meta.url).href}'`),
    )})));`;
  expect(run(stripped, inThread)).toEqual(['500', 'false']);
});

test('a file left half-written by a power cut is rebuilt', { tags: ['long'] }, () => {
  const source = readFileSync(new URL('../src/kernel/money.ts', import.meta.url));
  const file = new URL(
    `../.cache/stripped/${process.version}/${createHash('sha256').update(source).digest('hex')}.js`,
    import.meta.url,
  );
  run(['--import', './tools/stripped.js'], money);
  const original = readFileSync(file, 'utf8');
  for (const damagedText of ['', original.slice(0, 100), '\0'.repeat(original.length)]) {
    writeFileSync(file, damagedText);
    expect(run(['--import', './tools/stripped.js'], money)).toEqual(['500', 'false']);
    expect(readFileSync(file, 'utf8')).toBe(original);
  }
});
