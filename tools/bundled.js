/**
 * `node --import ./tools/bundled.js`: our own code gets the packages of many modules as `npm run build` has bundled them (`tools/packages.ts`,
 * record 0072). Where they are not built, or from another `package-lock.json`, everything comes from `node_modules`. Plain JavaScript, as
 * `stripped.js` is.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as module from 'node:module';

const root = new URL('../', import.meta.url);
const folder = new URL('build/packages/', root);

function bundled() {
  try {
    const { lock, files } = JSON.parse(readFileSync(new URL('list.json', folder), 'utf8'));
    const ours = createHash('sha256')
      .update(readFileSync(new URL('package-lock.json', root)))
      .digest('hex');
    return lock === ours ? new Map(Object.entries(files)) : new Map();
  } catch {
    return new Map();
  }
}

const files = bundled();
const isOurs = (url) => url?.startsWith(root.href) && !url.includes('/node_modules/');

module.registerHooks?.({
  resolve(specifier, context, next) {
    const file = files.get(specifier);
    if (file === undefined || !isOurs(context.parentURL)) return next(specifier, context);
    return { url: new URL(file, folder).href, format: 'module', shortCircuit: true };
  },
});
