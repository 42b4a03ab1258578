/**
 * Settings that an operator changes without a deployment: groups of values, each with its schema, field
 * labels, and the effect of a change. Secrets, addresses of other systems, and machine limits stay in the
 * environment. The defaults are in `modules/settings`.
 */
import { endpoint } from '#contract/endpoint.ts';
import { Dollars, Email, required } from '#contract/values.ts';
import { z } from 'zod';
import { Changed, Version } from './list.ts';
import { versionedByKey } from './versions.ts';

const integerBetween = (least: number, most: number) =>
  z.int({ error: 'Enter a whole number' }).min(least, `At least ${least}`).max(most, `At most ${most}`);

/** An amount of at least $1.00: each half of an order on credit must reach the card minimum of $0.50. */
const limit = (most: number) =>
  Dollars.refine((amount) => amount >= 100, 'At least $1.00').refine(
    (amount) => amount <= most,
    'The amount is too high',
  );

const oneDay = z.iso.date('Enter a date, for example 2026-11-24').nullable();

const link = (host: RegExp, example: string) =>
  z.union([
    z.literal(''),
    z
      .url({
        protocol: /^https$/,
        hostname: host,
        error: `Enter an address, for example ${example}, or leave it empty`,
      })
      .max(200, 'At most 200 characters'),
  ]);

export const Company = z.strictObject({
  companyName: required('The name of the company is required', 120),
  address: z
    .array(required('A line of the address is empty', 120))
    .min(1, 'The address is required')
    .max(5, 'At most five lines'),
  email: Email('Email is required'),
  phone: z
    .string()
    .trim()
    .regex(/^\+\d[\d ()-]{6,24}$/, 'Enter the number with its country code, such as +1 (307) 555-0142'),
  openingHours: required('Enter the opening hours', 120),
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
  bonusBasisPoints: integerBetween(0, 5_000),
  reminderDaysBefore: integerBetween(1, 29),
  reminderDaysAfter: z
    .array(integerBetween(1, 120))
    .min(1, 'At least one day')
    .max(8, 'At most eight days')
    .refine(
      (days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)),
      'Each day must be later than the previous one',
    ),
});

export const CartReminders = z
  .strictObject({
    abandonedAfterHours: integerBetween(1, 720),
    secondReminderAfterHours: integerBetween(1, 720),
    lostAfterDays: integerBetween(1, 30),
    remindersPerAddress: integerBetween(0, 2),
  })
  .refine((times) => times.secondReminderAfterHours > times.abandonedAfterHours, {
    message: 'The second reminder must be later than the first',
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
export const SettingKeyOf = z.enum(keys, { error: 'Settings not found' });

/** Input type of a field: percent is stored in basis points, amounts in cents. */
export type FieldKind = 'text' | 'lines' | 'date' | 'url' | 'dollars' | 'percent' | 'number' | 'days';
type Field = { label: string; kind: FieldKind; unit?: string; says?: string };
type Group<K extends SettingKey> = {
  title: string;
  /** What a change affects and what it does not. */
  says: string;
  fields: { [F in keyof z.output<(typeof settingSchemas)[K]> & string]: Field };
};

const onPages = 'Used on every page, in emails, and on new documents.';

/** The list of all changeable settings. */
export const settingGroups: { [K in SettingKey]: Group<K> } = {
  company: {
    title: 'Company',
    says: `${onPages} Issued invoices and credit notes stay unchanged.`,
    fields: {
      companyName: {
        label: 'Company name',
        kind: 'text',
        says: 'The registered name. Shown in the footer, the policies, and on invoices.',
      },
      address: { label: 'Address', kind: 'lines', says: 'One to five lines, as on an envelope.' },
      email: {
        label: 'Email',
        kind: 'text',
        says: 'The address customers write to. Contact messages are forwarded here.',
      },
      phone: { label: 'Phone number', kind: 'text' },
      openingHours: { label: 'Hours', kind: 'text', says: 'Phone support hours.' },
      taxClassification: {
        label: 'Federal tax classification',
        kind: 'text',
        says: 'Shown on the W-9 information sheet for customers.',
      },
      ein: { label: 'Company EIN', kind: 'text', says: 'Shown on the same sheet, which is public.' },
    },
  },
  links: {
    title: 'Social links',
    says: 'Shown in the footer of every page and to search engines. Empty links are hidden.',
    fields: {
      linkedIn: { label: 'LinkedIn', kind: 'url' },
      facebook: { label: 'Facebook', kind: 'url' },
      instagram: { label: 'Instagram', kind: 'url' },
      x: { label: 'X', kind: 'url' },
    },
  },
  policies: {
    title: 'Policy dates',
    says: 'The effective date shown at the top of each policy. If empty, no date is shown. The policy texts are part of the code.',
    fields: {
      privacy: { label: 'Privacy policy', kind: 'date' },
      terms: { label: 'Terms and conditions', kind: 'date' },
      refunds: { label: 'Refund policy', kind: 'date' },
    },
  },
  credit: {
    title: 'Net 30',
    says: 'The Net 30 pages show new values immediately. Existing orders keep their bonus, and existing accounts keep their limit.',
    fields: {
      firstLimit: {
        label: 'First limit',
        kind: 'dollars',
        says: 'Applies to new approvals. Existing limits stay unchanged.',
      },
      bonusBasisPoints: {
        label: 'Bonus for orders paid on time',
        kind: 'percent',
        unit: '%',
        says: 'Share of the order total. Applies to new orders.',
      },
      reminderDaysBefore: {
        label: 'Reminder before the due date',
        kind: 'number',
        unit: 'days',
        says: 'Applies to every open invoice.',
      },
      reminderDaysAfter: {
        label: 'Reminders after the due date',
        kind: 'days',
        unit: 'days',
        says: 'Applies to every open invoice. If several days have already passed, only one reminder is sent.',
      },
    },
  },
  carts: {
    title: 'Cart reminders',
    says: 'Counted from the last change to a cart. Changes apply from the next run. Reminders already sent are not repeated.',
    fields: {
      abandonedAfterHours: { label: 'First reminder', kind: 'number', unit: 'hours' },
      secondReminderAfterHours: { label: 'Second reminder', kind: 'number', unit: 'hours' },
      lostAfterDays: {
        label: 'Lost after',
        kind: 'number',
        unit: 'days',
        says: 'Guest carts expire after 30 days.',
      },
      remindersPerAddress: {
        label: 'Reminders per address in 30 days',
        kind: 'number',
        says: 'Across all carts, at most 2. With 0, no reminders are sent.',
      },
    },
  },
  support: {
    title: 'Refunds by support',
    says: 'Applies to new refunds immediately.',
    fields: {
      refundLimit: {
        label: 'Refund limit per order for each support member',
        kind: 'dollars',
        says: 'Other roles that can refund have no limit.',
      },
    },
  },
};

/** The history has at most 50 versions. */
const settings = versionedByKey('value', settingSchemas);
export const SettingSave = settings.save;

export const staffListSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'staff',
  permission: 'settings.read',
  summary: 'Lists setting groups with the last change of each',
  response: z.object({
    groups: z.array(
      z.object({ key: z.enum(keys), version: Version, changed: Changed, isUsual: z.boolean() }),
    ),
  }),
});

export const staffReadSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings/{key}',
  access: 'staff',
  permission: 'settings.read',
  summary: "Returns a setting group's current values, defaults, and history",
  params: z.strictObject({ key: SettingKeyOf }),
  response: settings.record,
});

export const staffSaveSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'staff',
  permission: 'settings.write',
  fresh: true,
  summary: 'Saves or restores a setting group; takes effect immediately',
  body: SettingSave,
  response: settings.record,
});
