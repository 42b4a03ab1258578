/**
 * One sample order, day by day: a start package at the pace that is usual in 2026. The home page shows its days, the page about an order from
 * the inside its documents too, and both say the same dates. Whoever stands in it does not exist.
 */

/** Days of the calendar: `2026-06-01`. */
export type SampleDay = { day: string; title: string; text: string };

export const sampleDates = { ordered: '2026-06-01', confirmed: '2026-06-02', registered: '2026-06-08', numberIssued: '2026-07-06' };

export const sampleCompany = { name: 'Blue Harbor Trading LLC', state: 'Wyoming', owner: 'Ama Mensah', ein: '00-0000000' };

export const sampleDays: readonly SampleDay[] = [
  {
    day: sampleDates.ordered,
    title: 'You order',
    text: 'You pay, then answer our questions in about 15 minutes. The invoice reaches you by email at once.',
  },
  {
    day: sampleDates.confirmed,
    title: 'You confirm',
    text: 'We check your three names against the state register. You approve every line before we file.',
  },
  {
    day: sampleDates.registered,
    title: 'Wyoming registers the company',
    text: 'You get the stamped Articles of Organization, the operating agreement and the first resolution.',
  },
  { day: sampleDates.registered, title: 'You sign Form SS-4', text: 'We fax it to the IRS the same day, and follow up.' },
  { day: sampleDates.numberIssued, title: 'The EIN arrives', text: 'You get the number and the IRS letter as a PDF. Banks ask for both.' },
];
