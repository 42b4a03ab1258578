/**
 * Runs Varnish in front of a shop with the rules of `deploy/varnish`, on free ports and in a temporary
 * folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '#test/until.ts';

const rules = fileURLToPath(new URL('../../deploy/varnish/shop.vcl', import.meta.url));
const missing =
  'npm run lab -- edge needs Varnish and its modules. On Debian: apt-get install --no-install-recommends varnish varnish-modules (and stop what that starts)';

export type Varnish = { origin: string; stop(): Promise<void> };

/** Throws with a sentence when the program or its module for keys is missing. */
export function versionOfVarnish(folder: string): string {
  try {
    execFileSync('varnishd', ['-C', '-n', join(folder, 'compiled'), '-f', rules], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = execFileSync('sh', ['-c', 'varnishd -V 2>&1'], { encoding: 'utf8' });
    return /varnish-([\d.]+)/.exec(output)?.[1] ?? 'of an unknown version';
  } catch (error) {
    const output = String((error as { stderr?: Buffer }).stderr ?? '');
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || /vmod.*xkey/i.test(output))
      throw new Error(missing, { cause: error });
    throw new Error(`Varnish does not take the rules of deploy/varnish:\n${output}`, { cause: error });
  }
}

type Settings = { folder: string; port: number; shopPort: number; token: string };

export async function startVarnish({ folder, port, shopPort, token }: Settings): Promise<Varnish> {
  const vcl = join(folder, 'shop.vcl');
  writeFileSync(vcl, readFileSync(rules, 'utf8').replace('.port = "3000"', `.port = "${shopPort}"`));
  const options = ['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`, '-f', vcl];
  const child: ChildProcess = spawn(
    'env',
    [`EDGE_PURGE_TOKEN=${token}`, 'varnishd', ...options, '-p', 'http_gzip_support=off', '-s', 'malloc,64m'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const output = { text: '' };
  child.stderr?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const hasEnded = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await until('Varnish answers', async () => {
    if (child.exitCode !== null) throw new Error(`Varnish ended with ${child.exitCode}:\n${output.text}`);
    return fetch(`${origin}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await hasEnded;
    },
  };
}
