/**
 * `node --import ./tools/stripped.js` loads our TypeScript with the types removed, from a cache in
 * `.cache/stripped`. Without it, Node strips the types at every start with a compiler that stays in the
 * memory of every thread (13 MB, decision 0001). Files are cached by content hash, so they are never stale.
 * Plain JavaScript that uses no new named `fs` exports, so that an old Node reaches the version check in
 * tools/run.js.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url).href;
const folder = fileURLToPath(new URL(`.cache/stripped/${process.version}/`, root));
const thisFile = fileURLToPath(import.meta.url);
const sourceGlobs = ['src/**/*.ts', 'db/**/*.ts', 'tools/**/*.ts', 'sandbox/**/*.ts'];

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const cachedAs = (text) => `${folder}${hashOf(text)}.js`;

/** The last line is a hash of the content: a power cut can leave a file empty or full of zeros. */
const sealed = (source) => `${source}\n//${hashOf(source)}`;

function cached(text) {
  try {
    const found = fs.readFileSync(cachedAs(text), 'utf8');
    return found === sealed(found.slice(0, found.lastIndexOf('\n'))) ? found : null;
  } catch {
    return null;
  }
}

/** Writes to a temporary name and renames, so that concurrent starts read complete files. */
function cacheAll() {
  fs.mkdirSync(folder, { recursive: true });
  for (const path of fs.globSync(sourceGlobs, { cwd: fileURLToPath(root) })) {
    const text = fs.readFileSync(new URL(path, root), 'utf8');
    if (cached(text) !== null) continue;
    const beside = `${folder}${randomUUID()}`;
    fs.writeFileSync(beside, sealed(module.stripTypeScriptTypes(text)));
    fs.renameSync(beside, cachedAs(text));
  }
}

/**
 * Runs in a child process, so that the compiler's memory is freed. Without write access to the cache, a start
 * only uses more memory.
 */
let isFilled = false;
function fill() {
  if (isFilled) return;
  isFilled = true;
  try {
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', thisFile], { stdio: 'ignore' });
  } catch {
    // Node strips the types instead.
  }
}

if (process.argv[1] === thisFile) cacheAll();
else
  module.registerHooks?.({
    load(url, context, next) {
      if (!url.startsWith(root) || !url.endsWith('.ts') || url.includes('/node_modules/'))
        return next(url, context);
      const text = fs.readFileSync(new URL(url), 'utf8');
      let source = cached(text);
      if (source === null) {
        fill();
        source = cached(text);
      }
      return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
