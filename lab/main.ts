/**
 * `npm run lab` lists the tools of the lab, and `npm run lab -- NAME` runs one. Arguments after the name go to the tool.
 * Exits with 2 if there is no such tool.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { labCommands } from './commands.ts';

const root = join(import.meta.dirname, '..');

const list = (): string => {
  const names = Object.keys(labCommands);
  const width = Math.max(...names.map((name) => name.length));
  const lines = Object.entries(labCommands).map(
    ([name, { does, needs }]) =>
      `  ${name.padEnd(width)}  ${does}${needs === undefined ? '' : ` Needs ${needs}.`}`,
  );
  return ['npm run lab -- NAME runs one of these tools (lab/README.md):', '', ...lines].join('\n');
};

const run = (args: string[]): number => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;

/** The last step replaces this process, so it gets signals directly, and no extra process is measured. */
function runSteps(steps: string[], args: string[]): number {
  process.chdir(root);
  const commands = steps.map((step) => step.split(' '));
  const last = [...(commands.pop() ?? []), ...args];
  for (const command of commands) {
    const status = run(command);
    if (status !== 0) return status;
  }
  process.execve?.(process.execPath, [process.execPath, ...last], process.env);
  // Windows cannot replace a process.
  return run(last);
}

const [name, ...args] = process.argv.slice(2);
const chosen = name !== undefined && Object.hasOwn(labCommands, name) ? labCommands[name] : undefined;
if (chosen !== undefined) process.exitCode = runSteps(chosen.steps, args);
else if (name === undefined) console.log(list());
else {
  console.error(`The lab has no tool "${name}". "npm run lab" lists all tools.`);
  process.exitCode = 2;
}
