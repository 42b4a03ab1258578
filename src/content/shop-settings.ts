/**
 * The settings that an operator changes at the console while the shop runs, as the shop reads them. The
 * server gets them from `deps.settings`, pages from `useSettings`, and rules as arguments.
 */
import { type CreditSchedule, defaultSchedule } from '#kernel/credit-terms.ts';
import type { PageTexts } from './page-texts.ts';
import type { SupportLimits } from '#kernel/permissions.ts';
import { type Company, defaultCompany } from './site.ts';

/**
 * Times after which an idle cart changes state, counted from its last change. An operator may change them,
 * effective from the next sweep.
 */
export type CartTimes = {
  abandonedAfterHours: number;
  secondReminderAfterHours: number;
  lostAfterDays: number;
  remindersPerAddress: number;
};

/** One snapshot: frozen, and replaced as a whole. Never keep one longer than a request or a job. */
export type ShopSettings = Readonly<{
  company: Company;
  credit: CreditSchedule;
  carts: Readonly<CartTimes>;
  support: SupportLimits;
  pageTexts: PageTexts;
}>;

/** The part that pages send to browsers. The company's EIN is never included. */
export type ShownSettings = { company: Omit<Company, 'tax'>; credit: CreditSchedule };

export function shownOf({ company, credit }: Pick<ShopSettings, 'company' | 'credit'>): ShownSettings {
  const { tax: _, ...shown } = company;
  return { company: shown, credit };
}

/** Bundled with the pages, so that a document carries settings only after an operator changed one. */
export const defaultShown: ShownSettings = shownOf({ company: defaultCompany, credit: defaultSchedule });
