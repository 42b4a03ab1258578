/** Services that keep a company compliant each year. */
import type { Service } from './service.ts';

export const upkeepServices: readonly Service[] = [
  {
    id: 'registered-agent',
    group: 'presence',
    name: 'Registered agent',
    priceCents: null,
    subscription: { priceCents: 11_900, period: 'year' },
    benefits: [
      'A street address in your state that accepts letters from courts and the state on every business day.',
      'Each letter is usually scanned and sent to you within 1 business day.',
      'We remind you by email 60, 30 and 7 days before your state’s annual deadline. You file the report yourself or order the filing separately.',
      'Offered in Wyoming, Delaware and New Mexico. We prepare the change form if you have another agent now.',
      'A state fee for changing the agent, if there is one, is not included.',
      'Renews each year at the current rate until you cancel.',
    ],
  },
  {
    id: 'annual-report',
    group: 'upkeep',
    name: 'Annual report filing',
    priceCents: 9_900,
    benefits: [
      'We prepare your state’s annual report, show it to you, and file it when you have confirmed it.',
      'You receive the proof of filing from the state as a PDF.',
      'We file within 5 business days after you confirm it. Please order at least 3 weeks before the due date.',
      'State fees are not included: for example at least $60 in Wyoming, or $50 plus tax for a Delaware C-Corp.',
      'A late report can bring a penalty. After some time the state can close the company.',
    ],
  },
  {
    id: 'bookkeeping',
    group: 'upkeep',
    name: 'Bookkeeping',
    priceCents: null,
    subscription: { priceCents: 17_900, period: 'month' },
    benefits: [
      'Up to 100 transactions per month, sorted by type and matched with your bank statements.',
      'You receive a profit and loss report and a balance sheet by the 15th of the next month, if we have your statements by the 5th.',
      'Covers two bank or card accounts and one payment platform, such as Stripe or PayPal.',
      'We need read-only access or monthly statements, and answers to a few questions each month.',
      'Tax returns are not included. More than 100 transactions cost $0.90 each, and we ask you first.',
      'Renews each month at the current rate until you cancel.',
    ],
  },
  {
    id: 'form-5472',
    group: 'upkeep',
    name: 'Form 5472 and pro forma 1120 filing',
    priceCents: 38_990,
    benefits: [
      'The IRS forms for an LLC with one foreign owner, prepared by a US tax preparer, filed once you have signed.',
      'They are due for each year in which money or value moved between you and the LLC, even without income.',
      'The due date is 15th April for a calendar year. An extension to 15th October is included if you need it.',
      'The IRS may charge a penalty of $25,000 when Form 5472 is late (Internal Revenue Code section 6038A, as of 2026).',
      'Usually ready to sign 7 business days after we have your numbers.',
      'We need your EIN, the money you moved to and from the company, and a copy of your passport.',
      'Covers one LLC and one tax year. There is no IRS filing fee.',
    ],
  },
  {
    id: 'mail-scan-pack',
    group: 'presence',
    name: 'Mail scan pack',
    priceCents: 999,
    benefits: [
      'Ten more letters opened, scanned and stored as PDF files. For customers with our US address.',
      'Each letter is usually scanned 1 business day after it arrives.',
      'The ten letters do not expire while you have a US business address with us.',
      'We keep the paper for 30 days and then shred it, or forward it at the cost of postage.',
    ],
  },
];
