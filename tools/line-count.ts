/**
 * `node tools/line-count.ts COMMIT [COMMIT]` counts nonblank lines of code and tests by folder, at one commit
 * or compared with another.
 */
import { execFileSync } from 'node:child_process';
import { root } from './tidy.ts';

const [before = 'HEAD', after = 'HEAD'] = process.argv.slice(2);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

const isCounted = (path: string): boolean =>
  /\.(ts|tsx|mjs|js|css|sql)$/.test(path) &&
  !/^(db\/types\.ts|db\/seeds\/|sandbox\/stripe\/schema\/|public\/)/.test(path);
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || /^(test|e2e)\//.test(path);
const folderOf = (path: string): string => /^(src\/\w+|[\w.-]+)\//.exec(path)?.[1] ?? 'root';

type Count = { code: number; tests: number };
const nothing: Count = { code: 0, tests: 0 };

function countAt(commit: string): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const path of git('ls-tree', '-r', '--name-only', commit).trim().split('\n').filter(isCounted)) {
    const lines = git('show', `${commit}:${path}`)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
    const { code, tests } = counts.get(folderOf(path)) ?? nothing;
    counts.set(folderOf(path), isTest(path) ? { code, tests: tests + lines } : { code: code + lines, tests });
  }
  return counts;
}

const [then, now] = [countAt(before), countAt(after)];
const folders = [...new Set([...then.keys(), ...now.keys()])].toSorted();
const sum = (counts: Map<string, Count>): Count =>
  [...counts.values()].reduce(
    (all, { code, tests }) => ({ code: all.code + code, tests: all.tests + tests }),
    nothing,
  );
const row = (name: string, one: Count, other: Count): string =>
  `| ${name} | ${one.code} | ${other.code} | ${other.code - one.code} | ${one.tests} | ${other.tests} | ${other.tests - one.tests} |`;
console.log(
  `| folder | code at ${before} | code at ${after} | change | tests at ${before} | tests at ${after} | change |\n|---|---|---|---|---|---|---|`,
);
for (const folder of folders)
  console.log(row(folder, then.get(folder) ?? nothing, now.get(folder) ?? nothing));
console.log(row('in all', sum(then), sum(now)));
