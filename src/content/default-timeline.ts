/**
 * One sample order, day by day: a start package at a typical pace in 2026. The page "about an order from the
 * inside" shows documents of the same dates.
 */
import { phrase } from '#kernel/language.ts';
import type { TimelineDay } from './page-texts.ts';

/** Calendar days. */
export const sampleDates = {
  ordered: '2026-06-01',
  confirmed: '2026-06-02',
  registered: '2026-06-08',
  numberIssued: '2026-07-06',
};

export const defaultTimeline: readonly TimelineDay[] = [
  {
    id: 'order',
    day: sampleDates.ordered,
    title: phrase('You order'),
    text: phrase(
      'You pay, then answer our questions in about 15 minutes. We email you the invoice right away.',
    ),
  },
  {
    id: 'confirm',
    day: sampleDates.confirmed,
    title: phrase('You confirm'),
    text: phrase(
      'We check your three names against the state register. You approve every line before we file.',
    ),
  },
  {
    id: 'registered',
    day: sampleDates.registered,
    title: phrase('Wyoming registers the company'),
    text: phrase(
      'You get the stamped Articles of Organization, the operating agreement and the first resolution.',
    ),
  },
  {
    id: 'form-ss-4',
    day: sampleDates.registered,
    title: phrase('You sign Form SS-4'),
    text: phrase('We fax it to the IRS the same day, and follow up.'),
  },
  {
    id: 'ein',
    day: sampleDates.numberIssued,
    title: phrase('The EIN arrives'),
    text: phrase('You get the number and the IRS letter as a PDF. Banks ask for both.'),
  },
];
