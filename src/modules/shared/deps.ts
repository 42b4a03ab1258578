/**
 * The dependencies that every service receives. They are passed explicitly: there is no container and no
 * global state.
 */
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
import type { Jobs } from './job-list.ts';
import type { Logger } from '#platform/logger.ts';
import type { Keys } from '#platform/keys.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Parsing } from '#platform/parsing.ts';
import type { Passwords } from '#platform/passwords.ts';
import type { Settings } from './settings.ts';
import type { SettlementHandlers } from './settlement.ts';

export type Deps = {
  db: Database;
  gateway: PaymentGateway;
  mailer: Mailer;
  /** The bureau that purchases are reported to; null when the operator has not set one up. */
  bureau: CreditBureau | null;
  /** Images that staff upload. */
  files: FileStore;
  jobs: Jobs;
  clock: Clock;
  /**
   * The machine's time, for sessions and tokens. Omitted where it equals `clock`, which is everywhere but in
   * a demonstration.
   */
  machineClock?: Clock;
  log: Logger;
  /** The operator's settings. Read them for each request and job: they may change at any time. */
  settings: Settings;
  keys: Keys;
  passwords: Passwords;
  /** Parses uploads and markup outside the main thread. */
  parsing: Parsing;
  /** Identifies this shop in its objects at the processor, whose account another shop may share. */
  shopId: string;
  /** Handlers for settled payments. */
  settlement: SettlementHandlers;
  /** Renders an invoice or a credit note as a PDF. Throws when the document does not exist. */
  printDocument: (db: Database, documentId: string) => Promise<Attachment>;
  /**
   * The shop's public address, without a trailing slash. Links in emails start with it, never with a Host
   * header.
   */
  publicOrigin: string;
  /** The bookkeeper's accounts and the processor's own pages; omitted for the defaults. */
  books?: Books;
  /** Omitted when no alarms are posted. */
  alarmHook?: AlarmHook;
  /** The cache in front of the shop; omitted or null when there is none that can be purged. */
  edge?: Edge | null;
  /** Information about this machine; omitted when it is not reported. */
  machine?: Machine;
  /** Longer lists are emailed as a file; omitted for the default. */
  exportRowsAtMost?: number;
  /** Omitted when only English is offered. */
  languages?: Languages;
  /** Omitted without metrics. */
  metrics?: Metrics;
};
