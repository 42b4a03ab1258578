/**
 * Nothing may outlive a test run, not even after `kill -9`. A tiny shell holds the other end of a pipe to this process;
 * when the pipe closes, for whatever reason, it ends the server and removes the temporary folder.
 */
import { spawn } from 'node:child_process';
import { childEnvironment } from './environment.ts';

const script = `read -r word
test "$word" = dismissed && exit
kill -QUIT "$1" 2>/dev/null
while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
test -n "$2" && rm -rf -- "$2"`;

/** `folder` is removed afterwards, null removes nothing. */
export function watchOver(serverPid: number, folder: string | null): { dismiss(): void } {
  if (process.platform === 'win32') return { dismiss: () => {} };
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(serverPid), folder ?? ''], {
    cwd: '/', detached: true, env: childEnvironment(), stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.stdin.on('error', () => {}); // Somebody ended the shell: then there is nobody left to dismiss.
  shell.unref();
  return { dismiss: () => { shell.stdin.end('dismissed\n'); } };
}
