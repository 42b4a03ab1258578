/**
 * The thread that parses untrusted content. Each message names a function and its input. The reply has the
 * result or the reason of the failure.
 */
import { parentPort } from 'node:worker_threads';
import { DomainError, type ErrorCode } from '#kernel/errors.ts';
import type { Message } from '#kernel/language.ts';

export type ParseCall = { module: string; name: string; input: unknown };
export type ParseAnswer =
  | { kind: 'parsed'; output: unknown }
  | { kind: 'refused'; code: ErrorCode; said: Message | string }
  /** Too deep or too long for the engine. */
  | { kind: 'too_complex' }
  | { kind: 'failed'; reason: string };

async function answer({ module, name, input }: ParseCall): Promise<ParseAnswer> {
  try {
    const { [name]: parse } = (await import(module)) as Record<string, (input: unknown) => unknown>;
    if (parse === undefined) throw new Error(`${module} does not export ${name}`);
    return { kind: 'parsed', output: await parse(input) };
  } catch (error) {
    if (error instanceof DomainError)
      return { kind: 'refused', code: error.code, said: error.said ?? error.message };
    if (error instanceof RangeError) return { kind: 'too_complex' };
    return { kind: 'failed', reason: error instanceof Error ? String(error.stack) : String(error) };
  }
}

parentPort?.on('message', async (call: ParseCall) => {
  parentPort?.postMessage(await answer(call));
});
