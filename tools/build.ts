/**
 * Builds the pages, but only when their sources have changed, so that a second start does not wait for a
 * build.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const builder = `${root}node_modules/@react-router/dev/bin.cjs`;
const builtPages = `${root}build/server/index.js`;
const stampFile = `${root}build/stamp`;
const textsStampFile = `${root}build/texts-stamp`;
/** Not in `build`, because the builder empties that folder. */
const lockFile = `${root}.build-lock`;
const retryMs = 250;
/** SQLite's error code for a database that is locked by another process. */
const lockIsHeld = 5;
const pageSources = [
  'src/web/**/*',
  'src/contract/**/*.ts',
  'src/kernel/**/*.ts',
  'src/content/**/*.ts',
  'public/**/*',
  'package-lock.json',
  'tools/cards.ts',
  'vite.config.ts',
  'react-router.config.ts',
];
const textSources = ['src/**/*.{ts,tsx}', 'tools/texts.ts', 'tools/pseudo-text.ts', 'package-lock.json'];

/**
 * `print` receives a line when a build is needed. Concurrent starts build once: the second waits for the first.
 * Throws with the builder's output when it fails.
 */
export async function buildIfStale(print: (line: string) => void): Promise<void> {
  if (!isStale(stampFile, pageSources) && !isStale(textsStampFile, textSources)) return;
  if (!existsSync(builder)) return useWhatIsBuilt(print);
  const lock = await waitForLock();
  try {
    if (isStale(stampFile, pageSources)) {
      print('Building the pages …');
      const fingerprintBefore = fingerprint(pageSources);
      await build();
      mkdirSync(`${root}build`, { recursive: true });
      writeFileSync(stampFile, fingerprintBefore);
    }
    await buildTextsIfStale();
  } finally {
    lock.release();
  }
}

/**
 * `npm ci --omit=dev` leaves out the build tools, so the pages must be built already and nothing is written.
 */
function useWhatIsBuilt(print: (line: string) => void): void {
  if (!existsSync(builtPages)) {
    throw new Error(
      'The pages are not built, and the build tools are not installed (npm ci --omit=dev). ' +
        'Run "npm ci && npm run build" here, or copy the "build" folder from another copy of this version.',
    );
  }
  print(
    'The pages in "build" come from other files or another Node version, and the build tools are not installed. They are used as they are.',
  );
}

/**
 * Server code contains texts too, and its changes trigger no page build. In development only the texts are
 * built.
 */
export async function buildTextsIfStale(): Promise<void> {
  if (!isStale(textsStampFile, textSources)) return;
  const { writeTexts } = await import('#tools/texts.ts');
  await writeTexts();
  writeFileSync(textsStampFile, fingerprint(textSources));
}

/**
 * Takes the build lock: an open SQLite transaction. The operating system releases it when its process ends,
 * so it is never stale. Returns null when another start holds it.
 */
function takeLock(): { release(): void } | null {
  const holder = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    holder.exec('pragma journal_mode = memory; begin exclusive');
    return { release: () => holder.close() };
  } catch (error) {
    holder.close();
    if ((error as { errcode?: number }).errcode === lockIsHeld) return null;
    throw error;
  }
}

async function waitForLock(): Promise<{ release(): void }> {
  for (;;) {
    const lock = takeLock();
    if (lock !== null) return lock;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

function isStale(file: string, sources: string[]): boolean {
  try {
    return readFileSync(file, 'utf8') !== fingerprint(sources);
  } catch {
    return true;
  }
}

function fingerprint(sources: string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const entry of globSync(sources, { cwd: root, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.includes('.test.'))
    .map((file) => `${file.parentPath}/${file.name}`)
    .sort()) {
    hash.update(entry.slice(root.length)).update(readFileSync(entry));
  }
  return hash.digest('hex');
}

/** Builds the pages of a folder into its `build`. Throws with the builder's output when it fails. */
export async function build(folder = root): Promise<void> {
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The pages could not be built:\n${output.slice(-4_000)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfStale(console.log);
