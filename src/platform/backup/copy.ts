/**
 * PostgreSQL's COPY over a connection of `pg`, which calls these methods of a query while it runs. Memory use
 * is bounded both ways: reading pauses the socket until the consumer catches up, and writing waits for the
 * socket.
 */
import { once } from 'node:events';
import type { Client, Connection } from 'pg';

const chunkBytes = 262_144;
const waitingAtMost = 4;

type Wire = Connection & {
  stream: NodeJS.ReadableStream & NodeJS.WritableStream & { writableNeedDrain: boolean };
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** The row count in the tag `COPY 12`. */
const rowsIn = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? Number.NaN);

abstract class Copy {
  protected readonly statement: string;
  protected readonly outcome = Promise.withResolvers<number>();
  protected rows = Number.NaN;

  constructor(statement: string) {
    this.statement = statement;
    this.outcome.promise.catch(() => {}); // The caller receives the rejection.
  }

  submit(connection: Connection): void {
    connection.query(this.statement);
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text);
  }
  handleReadyForQuery(): void {
    this.outcome.resolve(this.rows);
  }
  handleError(error: Error): void {
    this.outcome.reject(error);
  }
}

class CopyOut extends Copy {
  private ready: Buffer[] = [];
  private batch: Buffer = Buffer.allocUnsafe(chunkBytes);
  private used = 0;
  private hasEnded = false;
  private failure: Error | null = null;
  private wire: Wire | null = null;
  private news = Promise.withResolvers<void>();

  override submit(connection: Connection): void {
    this.wire = connection as Wire;
    super.submit(connection);
  }
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('nothing to send');
  }
  /** The driver reuses the chunk's buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk.length > this.batch.length - this.used) this.flush();
    if (chunk.length > this.batch.length) this.ready.push(Buffer.from(chunk));
    else this.used += chunk.copy(this.batch, this.used);
    if (this.ready.length > waitingAtMost) this.wire?.stream.pause();
    this.tell();
  }
  override handleReadyForQuery(): void {
    this.flush();
    this.hasEnded = true;
    super.handleReadyForQuery();
    this.tell();
  }
  override handleError(error: Error): void {
    this.failure = error;
    super.handleError(error);
    this.tell();
  }

  /** Returns the number of rows. */
  async *chunks(): AsyncGenerator<Buffer, number> {
    for (;;) {
      const next = this.ready.shift();
      if (next !== undefined) yield next;
      else if (this.failure !== null) throw this.failure;
      else if (this.hasEnded) return this.outcome.promise;
      else {
        this.news = Promise.withResolvers<void>();
        this.wire?.stream.resume();
        await this.news.promise;
      }
    }
  }

  private flush(): void {
    if (this.used > 0) this.ready.push(this.batch.subarray(0, this.used));
    this.batch = Buffer.allocUnsafe(chunkBytes);
    this.used = 0;
  }
  private tell(): void {
    if (this.ready.length > 0 || this.hasEnded || this.failure !== null) this.news.resolve();
  }
}

class CopyIn extends Copy {
  private readonly content: AsyncIterable<Uint8Array>;

  constructor(statement: string, content: AsyncIterable<Uint8Array>) {
    super(statement);
    this.content = content;
  }
  get result(): Promise<number> {
    return this.outcome.promise;
  }
  handleCopyData(): void {}
  handleCopyInResponse(connection: Wire): void {
    void this.send(connection);
  }
  private async send(connection: Wire): Promise<void> {
    // The caller receives the rejection; here it only ends a wait.
    const refused = this.outcome.promise.then(
      () => undefined,
      () => undefined,
    );
    try {
      for await (const chunk of this.content) {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream as never, 'drain'), refused]);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.outcome.reject(error);
      connection.sendCopyFail('what was to be sent cannot be read');
    }
  }
}

/** `copy … to stdout`. Read the generator to its end before the client is used for anything else. */
export const copyOut = (client: Client, statement: string): AsyncGenerator<Buffer, number> =>
  client.query(new CopyOut(statement) as never as CopyOut).chunks();

/** `copy … from stdin`. Returns the number of rows. */
export const copyIn = (
  client: Client,
  statement: string,
  content: AsyncIterable<Uint8Array>,
): Promise<number> => client.query(new CopyIn(statement, content) as never as CopyIn).result;
