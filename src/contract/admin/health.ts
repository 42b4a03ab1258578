/**
 * How the shop itself does: what waits, what ran last, what went wrong, and the alarms, with whom they are told to besides the console.
 * Numbers and moments are answered; the words are the console's.
 */
import { idPattern } from '#kernel/ids.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Email } from '#contract/values.ts';
import { z } from 'zod';

const Moment = z.iso.datetime();

/** `oldestAt`: null where nothing waits. */
const Queue = z.object({ waiting: z.number().int(), oldestAt: Moment.nullable() });

const Result = z.object({ at: Moment, isGood: z.boolean(), summary: z.string() }).nullable();

export const staffReadHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Returns the status of queues, jobs, errors, disk, backups, and checks',
  response: z.object({
    /** By the database’s clock: what all ages are counted from. */
    now: Moment,
    /** Of the process that answers; null where nobody says. */
    process: z.object({ version: z.string(), builtAt: Moment.nullable(), startedAt: Moment }).nullable(),
    database: z.object({ version: z.string(), bytes: z.number() }),
    /** Where the database of a demonstration and uploaded files lie; null where they are elsewhere. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    queues: z.object({ jobs: Queue, emails: Queue, webhooks: Queue }),
    /** Jobs that used up their tries in the last seven days, by kind. */
    givenUp: z.array(z.object({ job: z.string(), count: z.number().int(), lastAt: Moment })),
    emails: z.object({ sentInADay: z.number().int(), failedInAWeek: z.number().int(), lastFailedAt: Moment.nullable() }),
    /** Calls to the processor that came to nothing since the process began. */
    processor: z.array(z.object({ call: z.string(), kind: z.string(), count: z.number().int() })),
    /** What the clock starts, with the last time that it finished everything. */
    sweeps: z.array(z.object({ name: z.string(), lastAt: Moment })),
    /** Null before the first look. */
    invariants: z
      .object({
        violations: z.number().int().nullable(),
        lookedAt: Moment.nullable(),
        allCheckedAt: Moment.nullable(),
        failedAt: Moment.nullable(),
      })
      .nullable(),
    verify: Result,
    chaos: Result,
    backup: Result,
  }),
});

const alarm = { kind: z.string().regex(/^[a-z_]{1,40}$/, 'Not found'), subject: z.string().min(1).max(200) };
/** `order`: which one it is about, by any id in it; null: none, or several. */
const Alarm = z.object({
  ...alarm,
  detail: z.string(),
  at: Moment,
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
});

export const alarmsAtOnce = 200;

export const staffListAlarms = endpoint({
  method: 'GET',
  path: '/api/admin/alarms',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Lists open alarms, the oldest 200',
  response: z.object({ alarms: z.array(Alarm), count: z.number().int() }),
});

export const staffSettleAlarms = endpoint({
  method: 'POST',
  path: '/api/admin/alarms/settlements',
  access: 'staff',
  permission: 'orders.write',
  summary: 'Marks alarms as resolved; each returns if it happens again',
  body: z.strictObject({ alarms: z.array(z.strictObject(alarm)).min(1, 'Choose at least one').max(alarmsAtOnce) }),
  /** Those that somebody else has settled meanwhile are not counted. */
  response: z.object({ settled: z.number().int() }),
});

/** What is posted to leaves the shop: over TLS, to a name that everybody can look up, with nothing secret in the address. */
const HookAddress = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.');
  }, 'Enter an address that begins with https:// and has a public name');

export const AlarmRecipient = z.object({
  id: z.string(),
  kind: z.enum(['email', 'webhook']),
  address: z.string(),
  addedAt: Moment,
  by: z.string(),
  /** When something was last told there; null: never. */
  lastToldAt: Moment.nullable(),
  /** Why the newest could not be told; empty when it could. */
  problem: z.string(),
});

export const staffListAlarmRecipients = endpoint({
  method: 'GET',
  path: '/api/admin/alarm-recipients',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Lists the email addresses and webhooks that receive alarms',
  response: z.object({ recipients: z.array(AlarmRecipient) }),
});

export const NewAlarmRecipient = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), address: Email('Email is required') }),
  z.strictObject({ kind: z.literal('webhook'), address: HookAddress }),
]);

export const alarmRecipientsAtMost = 20;

export const staffAddAlarmRecipient = endpoint({
  method: 'POST',
  path: '/api/admin/alarm-recipients',
  access: 'staff',
  permission: 'settings.write',
  summary: 'Adds an alarm recipient',
  body: NewAlarmRecipient,
  response: AlarmRecipient,
});

const byId = z.strictObject({ id: z.string().regex(idPattern('alr'), 'Not found') });

export const staffRemoveAlarmRecipient = endpoint({
  method: 'DELETE',
  path: '/api/admin/alarm-recipients/{id}',
  access: 'staff',
  permission: 'settings.write',
  summary: 'Removes an alarm recipient',
  params: byId,
  response: z.object({ id: z.string() }),
});

export const staffTryAlarmRecipient = endpoint({
  method: 'POST',
  path: '/api/admin/alarm-recipients/{id}/tries',
  access: 'staff',
  permission: 'settings.write',
  summary: 'Sends a test alarm to a recipient',
  params: byId,
  response: AlarmRecipient,
});
