/**
 * Bundles the TypeScript of `client/` into one classic script per entry, in memory, on first use. There is no
 * build step: the sandbox always serves the current files.
 */
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./client/', import.meta.url));
const finished = new Map<string, Promise<string>>();

/** The script for `client/<name>.ts`. A failure is not cached, so the next request retries. */
export function clientScript(name: 'stripe' | 'card-frame' | 'challenge-page'): Promise<string> {
  const cached = finished.get(name);
  if (cached !== undefined) return cached;
  const building = build(name).catch((error: unknown) => {
    finished.delete(name);
    throw error;
  });
  finished.set(name, building);
  return building;
}

/** The bundler is loaded on demand, so a sandbox without browser visits starts without it. */
async function build(name: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: `${folder}${name}.ts`,
    platform: 'browser',
    tsconfig: false,
    logLevel: 'warn',
  });
  try {
    const { output } = await bundle.generate({ format: 'iife' });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
