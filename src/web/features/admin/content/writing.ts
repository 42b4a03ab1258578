/**
 * Saves edits automatically: to this browser at once, and to the server after a pause in typing. While
 * offline it retries until the save succeeds, and unsaved edits are offered when the post is opened again.
 * Another user's save raises a conflict. Independent of the page that shows it.
 */
import type { Outcome } from '#web/features/admin/act/use-act.ts';
import type { Conflict } from '#web/features/admin/form/conflict-dialog.tsx';
import type { Fields } from '#web/features/admin/form/merge.ts';
import type { Rejection } from '#web/session/api.ts';

type Versioned = { version: number };

/** Unsaved edits in the browser: `mine` was edited from `before`, which is the given version. */
export type Stored<T> = { version: number; before: T; mine: T; at: string };

export type Store<T> = {
  read: () => Stored<T> | null;
  /** Null removes it. Returns false if it could not be stored. */
  write: (stored: Stored<T> | null) => boolean;
};

export type WritingSettings<T extends Fields, R extends Versioned> = {
  record: R;
  fieldsOf: (record: R) => T;
  /** Normalizes fields as the server does; equal results count as no change. */
  normal: (fields: T) => unknown;
  /** Returns the errors by field. */
  check: (fields: T) => Readonly<Record<string, string>>;
  send: (fields: T, version: number) => Promise<Outcome<R>>;
  reload: () => Promise<R>;
  store: Store<T>;
};

/** `waiting`: for a pause in typing. `offline`: the server was unreachable and is retried. */
export type Phase = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused';

export type WritingState<T extends Fields, R> = {
  /** The record as last received from the server. */
  record: R;
  fields: T;
  phase: Phase;
  errors: Readonly<Record<string, string>>;
  problem: Rejection | null;
  conflict: Conflict<T> | null;
  /** The conflict dialog is dismissed. Nothing is sent until the conflict is resolved. */
  isConflictAside: boolean;
  /** Unsaved edits of an earlier visit. */
  offered: Stored<T> | null;
  /** Incremented when the fields change other than by typing. */
  epoch: number;
  /** The edits could not be stored in this browser. */
  isUnstored: boolean;
};

const restMs = 1_500;
/** The longest delay of a save while the user keeps typing. */
const atMostMs = 15_000;
const retryMs = 4_000;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** The outcome is unknown: the save may have succeeded, or still may. */
const isUndecided = ({ status }: Rejection): boolean => status === 0 || status === 429 || status >= 500;

export class Writing<T extends Fields, R extends Versioned> {
  readonly #settings: WritingSettings<T, R>;
  readonly #listeners = new Set<() => void>();
  #now: WritingState<T, R>;
  /** The fields as last sent or received. The server's normalization of them is not an edit. */
  #known: T;
  #theirs: R | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dirtySinceMs: number | null = null;
  #running: Promise<R | null> | null = null;
  #isStopped = false;

  constructor(settings: WritingSettings<T, R>) {
    const { record, store } = settings;
    this.#settings = settings;
    this.#known = settings.fieldsOf(record);
    const found = store.read();
    const offered = found !== null && !this.#isSame(found.mine, this.#known) ? found : null;
    if (offered === null && found !== null) store.write(null);
    this.#now = {
      ...{
        record,
        fields: this.#known,
        phase: 'saved',
        errors: {},
        problem: null,
        epoch: 0,
        isUnstored: false,
      },
      ...{ conflict: null, isConflictAside: false, offered },
    };
  }

  state = (): WritingState<T, R> => this.#now;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set = <K extends keyof T>(name: K, value: T[K]): void => {
    const { fields, errors, phase } = this.#now;
    if (isSame(fields[name], value)) return;
    this.#become({
      fields: { ...fields, [name]: value },
      errors: Object.fromEntries(Object.entries(errors).filter(([field]) => field.split('.')[0] !== name)),
      phase: phase === 'saving' ? phase : 'waiting',
    });
    this.#dirtySinceMs ??= Date.now();
    this.#become({ isUnstored: !this.#store() });
    this.#plan(Date.now() - this.#dirtySinceMs > atMostMs ? 0 : restMs);
  };

  /** Saves unsaved edits now. Returns the saved record; null if that failed. */
  flush = (): Promise<R | null> => {
    clearTimeout(this.#timer);
    if (this.#now.conflict !== null || this.#now.offered !== null) return Promise.resolve(null);
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  };

  /** The result of another action. The fields keep what was typed. */
  took = (record: R): void => this.#become({ record });

  /** The result of an action that changed the fields. */
  replace = (record: R): void => {
    this.#known = this.#settings.fieldsOf(record);
    this.#become({
      record,
      fields: this.#known,
      phase: 'saved',
      errors: {},
      problem: null,
      epoch: this.#now.epoch + 1,
    });
    this.#store();
  };

  /** Applies a refetched record. */
  refresh = (record: R): void => {
    const isTold = record.version <= this.#now.record.version;
    if (!isTold && this.#isSame(this.#settings.fieldsOf(record), this.#known)) this.#become({ record });
  };

  setErrors = (errors: Readonly<Record<string, string>>): void => this.#become({ errors });

  /** Restores the offered edits or discards them. */
  answerOffer = async (isTaken: boolean): Promise<void> => {
    const { offered, record, epoch } = this.#now;
    if (offered === null) return;
    this.#become({ offered: null });
    if (!isTaken) return void this.#settings.store.write(null);
    this.#become({ fields: offered.mine, phase: 'waiting', epoch: epoch + 1 });
    if (!this.#isSame(offered.before, this.#known)) this.#ask(record, offered.before);
    await this.flush();
  };

  answerConflict = async (merged: T): Promise<void> => {
    if (this.#theirs === null) return;
    this.#known = this.#settings.fieldsOf(this.#theirs);
    this.#become({
      record: this.#theirs,
      fields: merged,
      conflict: null,
      isConflictAside: false,
      phase: 'waiting',
      epoch: this.#now.epoch + 1,
    });
    this.#store();
    await this.flush();
  };

  putConflictAside = (isConflictAside: boolean): void => this.#become({ isConflictAside });

  start = (): void => {
    this.#isStopped = false;
  };

  /** Saves unsaved edits once more, then stops. */
  stop = (): void => {
    void this.flush();
    this.#isStopped = true;
    clearTimeout(this.#timer);
  };

  #become(next: Partial<WritingState<T, R>>): void {
    this.#now = { ...this.#now, ...next };
    for (const listener of this.#listeners) listener();
  }

  #isSame = (a: T, b: T): boolean => isSame(this.#settings.normal(a), this.#settings.normal(b));

  #isDirty = (): boolean => !isSame(this.#now.fields, this.#known);

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #store(): boolean {
    const { record, fields } = this.#now;
    const stored = {
      version: record.version,
      before: this.#known,
      mine: fields,
      at: new Date().toISOString(),
    };
    return this.#settings.store.write(this.#isDirty() ? stored : null);
  }

  async #sendAll(): Promise<R | null> {
    let record: R | null = this.#now.record;
    while (record !== null && this.#isDirty()) record = await this.#send();
    return record;
  }

  /** Returns null if the save failed. */
  async #send(): Promise<R | null> {
    const { fields, record } = this.#now;
    const errors = this.#settings.check(fields);
    if (Object.keys(errors).length > 0) return this.#fail({ phase: 'refused', errors });
    this.#become({ phase: 'saving', errors: {}, problem: null });
    const outcome = await this.#settings.send(fields, record.version);
    if (outcome.kind === 'done') return this.#settle(outcome.data, fields);
    if (outcome.kind === 'changed') return this.#meet(fields);
    if (outcome.kind === 'refused' && !isUndecided(outcome.error))
      return this.#fail({ phase: 'refused', problem: outcome.error });
    return this.#tryLater();
  }

  #fail(why: Partial<WritingState<T, R>>): null {
    this.#become(why);
    return null;
  }

  #tryLater(): null {
    this.#plan(retryMs);
    return this.#fail({ phase: 'offline' });
  }

  #settle(record: R, sent: T): R {
    this.#known = sent;
    const isDirty = this.#isDirty();
    this.#dirtySinceMs = isDirty ? Date.now() : null;
    this.#become({ record, phase: isDirty ? 'waiting' : 'saved', problem: null });
    this.#store();
    return record;
  }

  /**
   * Handles a version conflict. If the stored fields equal what was sent, an earlier save of ours succeeded
   * and its answer was lost. If only other parts of the record changed, the save is repeated. Otherwise the
   * user resolves the conflict.
   */
  async #meet(sent: T): Promise<R | null> {
    const record = await this.#settings.reload().catch(() => null);
    if (record === null) return this.#tryLater();
    const remoteFields = this.#settings.fieldsOf(record);
    if (this.#isSame(remoteFields, sent)) return this.#settle(record, sent);
    if (this.#isSame(remoteFields, this.#known)) {
      this.#become({ record });
      return record;
    }
    this.#ask(record, this.#known);
    return null;
  }

  #ask(record: R, before: T): void {
    this.#theirs = record;
    const remoteFields = this.#settings.fieldsOf(record);
    this.#become({
      phase: 'waiting',
      isConflictAside: false,
      conflict: { before, theirs: remoteFields, mine: this.#now.fields },
    });
  }
}
