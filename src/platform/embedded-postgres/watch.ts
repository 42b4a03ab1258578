/**
 * Nothing may outlive a test run, not even after `kill -9`. A tiny shell holds the other end of a pipe to this process; when the pipe
 * closes, for whatever reason, it ends the server, if that still runs, and removes the temporary folder.
 */
import { spawn } from 'node:child_process';
import { childEnvironment } from './environment.ts';

const script = `cat
read -r pid < "$1/postmaster.pid" && kill -QUIT "$pid" && sleep 1
test -n "$2" && rm -rf -- "$2"`;

/** `folder` is removed afterwards, null removes nothing. Answers how to end the watch, for a server that was stopped. */
export function watchOver(cluster: string, folder: string | null): () => void {
  if (process.platform === 'win32') return () => undefined;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', cluster, folder ?? ''], {
    cwd: '/',
    detached: true,
    env: childEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.stdin.on('error', () => {}); // Somebody ended the shell.
  shell.unref();
  return () => void shell.kill();
}
