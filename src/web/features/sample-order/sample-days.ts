/**
 * One sample order, day by day: a start package at the pace that is usual in 2026. The home page shows it, and the page about an order from the
 * inside shows its documents, which carry the same dates.
 */

export type SampleDay = { day: string; title: string; text: string };

export const sampleCompany = {
  name: 'Blue Harbor Trading LLC',
  state: 'Wyoming',
  owner: 'Ama Mensah',
  ordered: '1st June 2026',
  registered: '8th June 2026',
  numberIssued: '6th July 2026',
  /** Assigned to nobody. */
  ein: '00-0000000',
};

export const sampleDays: readonly SampleDay[] = [
  {
    day: '1st June',
    title: 'You order',
    text: 'You pay, then answer our questions in about 15 minutes. The invoice reaches you by email at once.',
  },
  {
    day: '2nd June',
    title: 'You confirm',
    text: 'We check your three names against the state register. You approve every line before we file.',
  },
  {
    day: '8th June',
    title: 'Wyoming registers the company',
    text: 'You get the stamped Articles of Organization, the operating agreement and the first resolution.',
  },
  { day: '8th June', title: 'You sign Form SS-4', text: 'We fax it to the IRS the same day, and follow up.' },
  { day: '6th July', title: 'The EIN arrives', text: 'You get the number and the IRS letter as a PDF. Banks ask for both.' },
];
