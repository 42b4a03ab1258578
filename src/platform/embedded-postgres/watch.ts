/**
 * Nothing may outlive a test run, not even after `kill -9`. A tiny shell holds the other end of a pipe to this process;
 * when the pipe closes, for whatever reason, it ends the server and removes the temporary folder.
 */
import { spawn } from 'node:child_process';
import { childEnvironment } from './environment.ts';

/** The wait has an end, because where nobody reaps processes a dead one still answers to its number. */
const script = `read -r word
test "$word" = dismissed && exit
read -r pid < "$1/postmaster.pid" && kill -QUIT "$pid"
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$pid" || break; sleep 0.1; done
test -n "$2" && rm -rf -- "$2"`;

/** `folder` is removed afterwards, null removes nothing. */
export function watchOver(cluster: string, folder: string | null): { dismiss(): void } {
  if (process.platform === 'win32') return { dismiss: () => {} };
  const shell = spawn('/bin/sh', ['-c', script, 'sh', cluster, folder ?? ''], {
    cwd: '/',
    detached: true,
    env: childEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.stdin.on('error', () => {}); // Somebody ended the shell: then there is nobody left to dismiss.
  shell.unref();
  return {
    dismiss: () => {
      shell.stdin.end('dismissed\n');
    },
  };
}
