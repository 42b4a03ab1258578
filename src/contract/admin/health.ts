/**
 * The health of the shop: queues, last runs, failures, and alarms with their recipients outside the console.
 * Responses have numbers and times; the console has the texts.
 */
import { idPattern } from '#kernel/ids.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Email } from '#contract/values.ts';
import { z } from 'zod';

const Moment = z.iso.datetime();

/** `oldestAt`: null when nothing waits. */
const Queue = z.object({ waiting: z.number().int(), oldestAt: Moment.nullable() });

const Result = z.object({ at: Moment, isGood: z.boolean(), summary: z.string() }).nullable();

export const staffReadHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Returns the status of queues, jobs, errors, disk, backups, and checks',
  response: z.object({
    /** By the database's clock, which all ages are counted from. */
    now: Moment,
    /** The process that answers; null when unknown. */
    process: z.object({ version: z.string(), builtAt: Moment.nullable(), startedAt: Moment }).nullable(),
    database: z.object({ version: z.string(), bytes: z.number() }),
    /** The disk with a demonstration's database and uploaded files; null when they are elsewhere. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
    queues: z.object({ jobs: Queue, emails: Queue, webhooks: Queue }),
    /** Jobs that used up their attempts in the last seven days, by kind. */
    givenUp: z.array(z.object({ job: z.string(), count: z.number().int(), lastAt: Moment })),
    emails: z.object({
      sentInADay: z.number().int(),
      failedInAWeek: z.number().int(),
      lastFailedAt: Moment.nullable(),
    }),
    /** Failed calls to the processor since the process started. */
    processor: z.array(z.object({ call: z.string(), kind: z.string(), count: z.number().int() })),
    /** Scheduled jobs with their last complete run. */
    sweeps: z.array(z.object({ name: z.string(), lastAt: Moment })),
    /** Null before the first check. */
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
/** `order`: the order it is about, found by any id in it; null when there is none, or more than one. */
const Alarm = z.object({
  ...alarm,
  detail: z.string(),
  at: Moment,
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
});

export const alarmsAtMost = 200;

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
  summary: 'Marks alarms as resolved; each is raised again if it recurs',
  body: z.strictObject({
    alarms: z.array(z.strictObject(alarm)).min(1, 'Select at least one alarm').max(alarmsAtMost),
  }),
  /** Alarms that another person settled in the meantime are not counted. */
  response: z.object({ settled: z.number().int() }),
});

/** Posted data leaves the shop: over TLS, to a public name, with no secret in the address. */
const HookAddress = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return (
      url !== null &&
      url.protocol === 'https:' &&
      url.username === '' &&
      url.password === '' &&
      url.hostname.includes('.')
    );
  }, 'Enter an address that starts with https:// and has a public host name');

export const AlarmRecipient = z.object({
  id: z.string(),
  kind: z.enum(['email', 'webhook']),
  address: z.string(),
  addedAt: Moment,
  by: z.string(),
  /** The last successful notification; null when there was none. */
  lastToldAt: Moment.nullable(),
  /** Why the newest notification failed; empty after a success. */
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
