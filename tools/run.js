/**
 * Runs a tool after checking the version of Node, because an old Node cannot read TypeScript and fails with a
 * confusing error. Plain JavaScript, so that even an old Node can run it.
 */
import { fileURLToPath } from 'node:url';

const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
const tool = new URL(`../${process.argv[2] ?? ''}`, import.meta.url);

if (major < needed) {
  console.error(
    `Stateside needs Node ${needed}, but this is ${process.version}. "npm ci" installs the right version: run it, then try again.\n` +
      'If that does not help, optional packages were omitted (--omit=optional) or this platform has no package: install Node 24.',
  );
  process.exit(1);
}
process.argv.splice(1, 2, fileURLToPath(tool));
await import(tool.href);
