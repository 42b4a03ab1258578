/**
 * `node --import ./tools/stripped.js`: our TypeScript without its types, cached from one start to the next in `.cache/stripped`. Node alone takes
 * the types out at every start, by a compiler that then stays in the memory of every thread (13 MB, decision 0001). A file is found by what
 * stands in it, so a cached one is never out of date. Plain JavaScript, because it is what reads the rest, and with
 * nothing of `fs` by name that an old Node has not: that one passes it by, and is told what is needed by tools/run.js.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url).href;
const folder = fileURLToPath(new URL(`.cache/stripped/${process.version}/`, root));
const thisFile = fileURLToPath(import.meta.url);
const ours = ['src/**/*.ts', 'db/**/*.ts', 'tools/**/*.ts', 'sandbox/**/*.ts'];

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const cachedAs = (text) => `${folder}${hashOf(text)}.js`;

/** The last line says what stands above it: a power cut can leave a file empty, or full of zeros. */
const sealed = (source) => `${source}\n//${hashOf(source)}`;

function cached(text) {
  try {
    const found = fs.readFileSync(cachedAs(text), 'utf8');
    return found === sealed(found.slice(0, found.lastIndexOf('\n'))) ? found : null;
  } catch {
    return null;
  }
}

/** Written beside and renamed: two starts at once read whole files. */
function cacheAll() {
  fs.mkdirSync(folder, { recursive: true });
  for (const path of fs.globSync(ours, { cwd: fileURLToPath(root) })) {
    const text = fs.readFileSync(new URL(path, root), 'utf8');
    if (cached(text) !== null) continue;
    const beside = `${folder}${randomUUID()}`;
    fs.writeFileSync(beside, sealed(module.stripTypeScriptTypes(text)));
    fs.renameSync(beside, cachedAs(text));
  }
}

/** In a process of its own, so that the compiler's memory goes with it. A folder that cannot be written to costs memory and nothing else. */
let isFilled = false;
function fill() {
  if (isFilled) return;
  isFilled = true;
  try {
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', thisFile], { stdio: 'ignore' });
  } catch {
    // Node takes the types out by itself.
  }
}

if (process.argv[1] === thisFile) cacheAll();
else
  module.registerHooks?.({
    load(url, context, next) {
      if (!url.startsWith(root) || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
      const text = fs.readFileSync(new URL(url), 'utf8');
      let source = cached(text);
      if (source === null) {
        fill();
        source = cached(text);
      }
      return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
