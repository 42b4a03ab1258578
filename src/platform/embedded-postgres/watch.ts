/**
 * Cleans up after a test run, even after `kill -9`. A small shell holds the other end of a pipe to this
 * process. When the pipe closes for any reason, the shell ends the server if it still runs and removes the
 * temporary folder.
 */
import { spawn } from 'node:child_process';
import { childEnvironment } from './environment.ts';

const script = `cat
read -r pid < "$1/postmaster.pid" && kill -QUIT "$pid" && sleep 1
test -n "$2" && rm -rf -- "$2"`;

/**
 * Removes `folder` afterwards; null removes nothing. Returns a function that ends the watch, for a server
 * that was stopped.
 */
export function watchCluster(cluster: string, folder: string | null): () => void {
  if (process.platform === 'win32') return () => undefined;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', cluster, folder ?? ''], {
    cwd: '/',
    detached: true,
    env: childEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.stdin.on('error', () => {}); // The shell has ended.
  shell.unref();
  return () => void shell.kill();
}
