/**
 * Turns the TypeScript of `client/` into one classic script per entry, in memory, on first use and once per process.
 * There is no build step to forget: whoever starts the sandbox serves what is in the folder.
 */
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./client/', import.meta.url));
const finished = new Map<string, Promise<string>>();

/** The script for `client/<name>.ts`. A failure is not remembered, so that the next request tries again. */
export function clientScript(name: 'stripe' | 'card-frame' | 'challenge-page'): Promise<string> {
  const known = finished.get(name);
  if (known !== undefined) return known;
  const made = build(name).catch((error: unknown) => {
    finished.delete(name);
    throw error;
  });
  finished.set(name, made);
  return made;
}

/** The bundler is loaded only now: a sandbox that no browser visits starts without it. */
async function build(name: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input: `${folder}${name}.ts`, platform: 'browser', tsconfig: false, logLevel: 'warn' });
  try {
    const { output } = await bundle.generate({ format: 'iife' });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
