/**
 * Runs a tool after a look at the Node that is in charge: an old one cannot read TypeScript and would say so in riddles.
 * Plain JavaScript on purpose, so that even an old Node understands this much.
 */
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);
const tool = process.argv[2] ?? '';

if (major < needed) {
  console.error(
    `Stateside needs Node ${needed}, and this is ${process.version}. The project brings its own: run "npm ci", then "npm start" or "npm test".\n` +
      'If you have done that, npm left out the optional packages (--omit=optional), or there is no package for this platform: install Node 24.',
  );
  process.exit(1);
}
await import(new URL(`../${tool}`, import.meta.url).href);
