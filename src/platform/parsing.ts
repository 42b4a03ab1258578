/**
 * Parses all uploads and markup in a worker thread with limits on processor time, memory, and waiting. The
 * main thread never runs a parser. Errors are `DomainError`s. The work ends when the client of the current
 * request disconnects.
 */
import { DomainError } from '#kernel/errors.ts';
import type { Logger } from './logger.ts';
import type { ParseAnswer, ParseCall } from './parse-worker.ts';
import { currentRequest } from './request-context.ts';
import { createWorkerQueue, type StopReason, type WorkerQueue, WorkerStopped } from './worker-queue.ts';

/**
 * `body`: one text or drawing. `file`: an import, which may hold hundreds of texts; other uploads do not wait
 * behind it.
 */
export type ParseLane = 'body' | 'file';

/** A function that a worker loads by its module. Input and output are copied, so both are plain data. */
export type ParseTask<Input, Output> = {
  lane: ParseLane;
  module: string;
  name: string;
  /** Never set: it only carries the types. */
  types?: (input: Input) => Output;
};

export type Parsing = {
  /**
   * @throws `content_too_complex` over a limit, `content_queue_full` when too many tasks wait,
   *   `content_abandoned` when the client is gone, and the task's own errors.
   */
  run<Input, Output>(task: ParseTask<Input, Output>, input: Input): Promise<Output>;
  /** How many threads exist. */
  threads(): number;
  stop(): Promise<void>;
};

type Parser = (input: never) => unknown;

/**
 * `parseTask<typeof cleanBody>(new URL('./clean-body.ts', import.meta.url), 'cleanBody')`. The lane is `body`
 * unless said otherwise.
 */
export const parseTask = <Parse extends Parser>(
  module: URL,
  name: string,
  lane: ParseLane = 'body',
): ParseTask<Parameters<Parse>[0], Awaited<ReturnType<Parse>>> => ({ lane, module: module.href, name });

const script = new URL('./parse-worker.ts', import.meta.url);
const restMs = 30_000;
/** 500 posts of 10 kB take 5.5 s of processor time; the largest post that a form takes, 0.3 s. */
const limits = {
  body: { restMs, waitingAtMost: 40, processorMs: 3_000, answerMs: 25_000, heapMb: 128 },
  file: { restMs, waitingAtMost: 2, processorMs: 10_000, answerMs: 35_000, heapMb: 256 },
} as const;

const codeOf = {
  full: 'content_queue_full',
  time: 'content_too_complex',
  memory: 'content_too_complex',
  aborted: 'content_abandoned',
} as const satisfies Record<StopReason, string>;

export function createParsing({ log }: { log: Logger }): Parsing {
  const queues: Record<ParseLane, WorkerQueue<ParseCall, ParseAnswer>> = {
    body: createWorkerQueue(script, limits.body),
    file: createWorkerQueue(script, limits.file),
  };
  const all = Object.values(queues);
  return {
    async run<Input, Output>(
      { lane, module, name }: ParseTask<Input, Output>,
      input: Input,
    ): Promise<Output> {
      const answer = await queues[lane]
        .run({ module, name, input }, currentRequest()?.signal)
        .catch((error: unknown): ParseAnswer => {
          if (error instanceof WorkerStopped) throw new DomainError(codeOf[error.reason]);
          return { kind: 'failed', reason: String(error) };
        });
      if (answer.kind === 'parsed') return answer.output as Output;
      if (answer.kind === 'refused') throw new DomainError(answer.code, answer.said);
      if (answer.kind === 'failed')
        log.error({ parser: name, reason: answer.reason }, 'a parser failed on an upload, which was refused');
      throw new DomainError('content_too_complex');
    },
    threads: () => all.filter((queue) => queue.hasThread()).length,
    async stop() {
      await Promise.all(all.map((queue) => queue.stop()));
    },
  };
}
