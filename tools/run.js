/**
 * Runs a tool after checking the version of Node, because an old Node cannot read TypeScript and fails with a confusing error. Plain
 * JavaScript, so that even an old Node can run it.
 */
import { fileURLToPath } from 'node:url';

const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
const tool = new URL(`../${process.argv[2] ?? ''}`, import.meta.url);

if (major < needed) {
  console.error(
    `Stateside needs Node ${needed}, and this is ${process.version}. The project brings its own: run "npm ci", then this again.\n` +
      'If you have done that, npm left out the optional packages (--omit=optional), or there is no package for this platform: install Node 24.',
  );
  process.exit(1);
}
process.argv.splice(1, 2, fileURLToPath(tool));
await import(tool.href);
