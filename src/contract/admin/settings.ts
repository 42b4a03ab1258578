/**
 * Settings that an operator changes without a deployment: groups of values, each with its schema, field labels, and the
 * effect of a change. Secrets, addresses of other systems, and machine limits stay in the environment. The defaults are
 * in `modules/settings`.
 */
import { endpoint } from '#contract/endpoint.ts';
import { Dollars, Email, required } from '#contract/values.ts';
import { z } from 'zod';
import { Changed, Version } from './list.ts';

const whole = (least: number, most: number) =>
  z.int({ error: 'Enter a whole number' }).min(least, `At least ${least}`).max(most, `At most ${most}`);

/** An amount of at least $1.00: each half of an order on credit must reach the card minimum of $0.50. */
const limit = (most: number) =>
  Dollars.refine((amount) => amount >= 100, 'At least $1.00').refine((amount) => amount <= most, 'That is too much');

const oneDay = z.iso.date('Enter a date such as 2026-11-24').nullable();

const link = (host: RegExp, example: string) =>
  z.union([
    z.literal(''),
    z
      .url({ protocol: /^https$/, hostname: host, error: `Enter an address such as ${example}, or nothing` })
      .max(200, 'At most 200 characters'),
  ]);

export const Company = z.strictObject({
  companyName: required('The name of the company is required', 120),
  address: z.array(required('A line of the address is empty', 120)).min(1, 'The address is required').max(5, 'At most five lines'),
  email: Email('Email is required'),
  phone: z
    .string()
    .trim()
    .regex(/^\+\d[\d ()-]{6,24}$/, 'Enter the number with its country code, such as +1 (307) 555-0142'),
  openingHours: required('Say when somebody answers', 120),
  taxClassification: required('The classification is required', 120),
  ein: z
    .string()
    .trim()
    .regex(/^\d{2}-\d{7}$/, 'Enter the nine digits, such as 12-3456789'),
});

export const Links = z.strictObject({
  linkedIn: link(/(^|\.)linkedin\.com$/, 'https://www.linkedin.com/company/name'),
  facebook: link(/(^|\.)facebook\.com$/, 'https://www.facebook.com/name'),
  instagram: link(/(^|\.)instagram\.com$/, 'https://www.instagram.com/name'),
  x: link(/^(x|twitter)\.com$/, 'https://x.com/name'),
});

export const Policies = z.strictObject({ privacy: oneDay, terms: oneDay, refunds: oneDay });

export const CreditSchedule = z.strictObject({
  firstLimit: limit(5_000_000),
  bonusBasisPoints: whole(0, 5_000),
  reminderDaysBefore: whole(1, 29),
  reminderDaysAfter: z
    .array(whole(1, 120))
    .min(1, 'At least one day')
    .max(8, 'At most eight days')
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)), 'Each day has to come after the one before'),
});

export const CartReminders = z
  .strictObject({
    abandonedAfterHours: whole(1, 720),
    secondReminderAfterHours: whole(1, 720),
    lostAfterDays: whole(1, 30),
    remindersPerAddress: whole(0, 2),
  })
  .refine((times) => times.secondReminderAfterHours > times.abandonedAfterHours, {
    message: 'The second reminder has to come after the first',
    path: ['secondReminderAfterHours'],
  });

export const Support = z.strictObject({ refundLimit: limit(100_000_000) });

export const settingSchemas = {
  company: Company,
  links: Links,
  policies: Policies,
  credit: CreditSchedule,
  carts: CartReminders,
  support: Support,
};
export type SettingKey = keyof typeof settingSchemas;
const keys = Object.keys(settingSchemas) as [SettingKey, ...SettingKey[]];
export const SettingKeyOf = z.enum(keys, { error: 'There are no such settings' });

/** Input type of a field: percent is stored in basis points, amounts in cents. */
export type FieldKind = 'text' | 'lines' | 'date' | 'url' | 'dollars' | 'percent' | 'number' | 'days';
type Field = { label: string; kind: FieldKind; unit?: string; says?: string };
type Group<K extends SettingKey> = {
  title: string;
  /** What a change affects and what it does not. */
  says: string;
  fields: { [F in keyof z.output<(typeof settingSchemas)[K]> & string]: Field };
};

const onPages = 'On every page, in emails and on documents from now on.';

/** The list of all changeable settings. */
export const settingGroups: { [K in SettingKey]: Group<K> } = {
  company: {
    title: 'Company',
    says: `${onPages} Invoices and credit notes that were issued keep what the company was called on their day.`,
    fields: {
      companyName: {
        label: 'Name of the company',
        kind: 'text',
        says: 'As it is registered. It stands in the footer, the policies and on invoices.',
      },
      address: { label: 'Address', kind: 'lines', says: 'One to five lines, as on an envelope.' },
      email: { label: 'Email', kind: 'text', says: 'Where customers write to, and where messages of the contact form go.' },
      phone: { label: 'Phone number', kind: 'text' },
      openingHours: { label: 'Hours', kind: 'text', says: 'When somebody answers the phone.' },
      taxClassification: { label: 'Federal tax classification', kind: 'text', says: 'On the sheet for a buyer’s W-9 file.' },
      ein: { label: 'EIN of the company', kind: 'text', says: 'On the same sheet, which anybody may print.' },
    },
  },
  links: {
    title: 'Social links',
    says: 'In the footer of every page, and in what search engines read about the company. Leave one empty, and it is not shown.',
    fields: {
      linkedIn: { label: 'LinkedIn', kind: 'url' },
      facebook: { label: 'Facebook', kind: 'url' },
      instagram: { label: 'Instagram', kind: 'url' },
      x: { label: 'X', kind: 'url' },
    },
  },
  policies: {
    title: 'Policy dates',
    says: 'The day from which each policy is effective, as it stands at its head. Without a day, none is shown. The words themselves are changed with the code.',
    fields: {
      privacy: { label: 'Privacy policy', kind: 'date' },
      terms: { label: 'Terms and conditions', kind: 'date' },
      refunds: { label: 'Refund policy', kind: 'date' },
    },
  },
  credit: {
    title: 'Net 30',
    says: 'The pages about Net 30 say the new numbers at once. What was agreed before stays: an order keeps the bonus that was promised when it was placed, and an account its limit.',
    fields: {
      firstLimit: { label: 'First limit', kind: 'dollars', says: 'Of approvals from now on. Limits that were given stay.' },
      bonusBasisPoints: {
        label: 'Bonus of an order that is paid on time',
        kind: 'percent',
        unit: '%',
        says: 'Of the order’s total, for orders that are placed from now on.',
      },
      reminderDaysBefore: { label: 'Reminder before the due day', kind: 'number', unit: 'days', says: 'For every invoice that is open.' },
      reminderDaysAfter: {
        label: 'Reminders after the due day',
        kind: 'days',
        unit: 'days',
        says: 'For every invoice that is open. Of days that are over by then, one reminder is sent and not several.',
      },
    },
  },
  carts: {
    title: 'Reminders of carts',
    says: 'Counted from the last change of a cart, and looked at with the next sweep. What was sent is not sent again.',
    fields: {
      abandonedAfterHours: { label: 'First reminder', kind: 'number', unit: 'hours' },
      secondReminderAfterHours: { label: 'Second reminder', kind: 'number', unit: 'hours' },
      lostAfterDays: { label: 'Given up', kind: 'number', unit: 'days', says: 'A guest’s cart answers nobody after thirty days.' },
      remindersPerAddress: {
        label: 'Reminders for one address in 30 days',
        kind: 'number',
        says: 'Over all carts, two at most; 0 sends none.',
      },
    },
  },
  support: {
    title: 'Refunds by support',
    says: 'Counts at once, for refunds from now on.',
    fields: {
      refundLimit: {
        label: 'One person of support may give back of one order',
        kind: 'dollars',
        says: 'Other roles that may refund have no limit.',
      },
    },
  },
};

const recordOf = <K extends SettingKey>(key: K) =>
  z.object({
    key: z.literal(key),
    version: Version,
    changed: Changed,
    value: settingSchemas[key],
    /** The default. */
    usual: settingSchemas[key],
    /** Newest first, at most 50; the defaults precede the oldest. */
    history: z.array(z.object({ version: Version, at: z.iso.datetime(), by: z.string().nullable(), value: settingSchemas[key] })),
  });

const saveOf = <K extends SettingKey>(key: K) => z.strictObject({ key: z.literal(key), version: Version, value: settingSchemas[key] });

export const SettingRecord = z.discriminatedUnion('key', [
  recordOf('company'),
  recordOf('links'),
  recordOf('policies'),
  recordOf('credit'),
  recordOf('carts'),
  recordOf('support'),
]);

export const SettingSave = z.discriminatedUnion('key', [
  saveOf('company'),
  saveOf('links'),
  saveOf('policies'),
  saveOf('credit'),
  saveOf('carts'),
  saveOf('support'),
]);

export const staffListSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Lists setting groups with the last change of each',
  response: z.object({
    groups: z.array(z.object({ key: z.enum(keys), version: Version, changed: Changed, isUsual: z.boolean() })),
  }),
});

export const staffReadSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings/{key}',
  access: 'staff',
  permission: 'settings.read',
  summary: "Returns a setting group's current values, defaults, and history",
  params: z.strictObject({ key: SettingKeyOf }),
  response: SettingRecord,
});

export const staffSaveSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'staff',
  permission: 'settings.write',
  fresh: true,
  summary: 'Saves or restores a setting group; takes effect immediately',
  body: SettingSave,
  response: SettingRecord,
});
