/** What every service is given. Explicit and readable: there is no container and nothing global. */
import type { Books } from '#kernel/accounting.ts';
import type { AlarmHook } from '#ports/alarm-hook.ts';
import type { Clock } from '#ports/clock.ts';
import type { CreditBureau } from '#ports/credit-bureau.ts';
import type { Edge } from '#ports/edge.ts';
import type { FileStore } from '#ports/file-store.ts';
import type { Machine } from '#ports/machine.ts';
import type { Attachment, Mailer } from '#ports/mailer.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { Languages } from '#platform/languages/languages.ts';
import type { Database } from '#platform/database.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Logger } from '#platform/logger.ts';
import type { Keys } from '#platform/keys.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Parsing } from '#platform/parsing.ts';
import type { Passwords } from '#platform/passwords.ts';
import type { Replica } from '#platform/replica.ts';
import type { SettlementHandlers } from '#platform/settlement.ts';

export type Deps = {
  db: Database;
  /** For reads that may be old; left out where there is none. */
  replica?: Replica;
  gateway: PaymentGateway;
  mailer: Mailer;
  /** Where purchases are reported; null where the operator has not set one up. */
  bureau: CreditBureau | null;
  /** Pictures that staff upload. */
  files: FileStore;
  jobs: Jobs;
  clock: Clock;
  /** The machine's time, for sessions and tokens; left out where it is that of `clock`, as everywhere but in a demonstration. */
  machineClock?: Clock;
  log: Logger;
  keys: Keys;
  passwords: Passwords;
  /** Parses what people upload or write in markup, beside the main thread. */
  parsing: Parsing;
  /** Names this shop in what it opens at the processor, whose account another shop may use too. */
  shopId: string;
  /** Who acts when money has settled something. */
  settlement: SettlementHandlers;
  /** An invoice or a credit note as a PDF. Throws for a document that does not exist. */
  printDocument: (db: Database, documentId: string) => Promise<Attachment>;
  /** The shop's public address, without a slash at the end; links in mails start with it, never with a Host header. */
  publicOrigin: string;
  /** The bookkeeper's accounts and the processor's own pages; left out where they are the usual ones. */
  books?: Books;
  /** Left out where nobody posts alarms. */
  alarmHook?: AlarmHook;
  /** The cache in front of the shop; left out or null where there is none that can be told to forget. */
  edge?: Edge | null;
  /** What this process runs on; left out where nobody asks. */
  machine?: Machine;
  /** Lists with more rows come as a file by email; left out where that is the usual number. */
  exportRowsAtMost?: number;
  /** Left out where only English is spoken. */
  languages?: Languages;
  /** Left out where nobody measures. */
  metrics?: Metrics;
};
