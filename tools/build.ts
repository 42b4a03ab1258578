/** Builds the pages, but only when something they are made of has changed: a second start must not wait for a build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}build/stamp`;
const sources = [
  'src/web/**/*',
  'src/contract/**/*.ts',
  'src/kernel/**/*.ts',
  'public/**/*',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];

/** `say` gets a line when a build is needed. Throws with the builder's own words when it fails. */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  const wanted = fingerprint();
  if (stamp() === wanted) return;
  say('Building the pages …');
  await build();
  mkdirSync(`${root}build`, { recursive: true });
  writeFileSync(stampFile, wanted);
}

function stamp(): string | null {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const entry of globSync(sources, { cwd: root, withFileTypes: true, exclude: (file) => file.name.includes('.test.') })
    .filter((file) => file.isFile())
    .map((file) => `${file.parentPath}/${file.name}`)
    .sort()) {
    hash.update(entry.slice(root.length)).update(readFileSync(entry));
  }
  return hash.digest('hex');
}

async function build(): Promise<void> {
  const cli = `${root}node_modules/@react-router/dev/bin.cjs`;
  const child = spawn(process.execPath, [cli, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
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

if (import.meta.main) await buildIfStale(console.log);
