/** Demo contact messages and the team's replies, by how many hours ago they were sent. */

export type DemoMessage = {
  hoursAgo: number;
  from: { firstName: string; lastName: string; email: string; contact: string; country: string };
  message: string;
  /**
   * The honeypot field. Empty from our form, filled by a bot that fills every field, missing from a program
   * that never loaded our form.
   */
  website?: string;
  answer?: { hoursAgo: number; text: string; closes: boolean };
  /** Reviewed and marked as spam. */
  isSpam?: true;
};

/** Addresses of the demo customers, so that a message links to its customer. */
const amara = {
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara@demo.example',
  contact: '+234 803 555 0142',
  country: 'NG',
};
const priya = {
  firstName: 'Priya',
  lastName: 'Raman',
  email: 'priya@demo.example',
  contact: '+1 307 555 0104',
  country: 'US',
};

export const demoMessages: readonly DemoMessage[] = [
  {
    hoursAgo: 76,
    from: {
      firstName: 'Emre',
      lastName: 'Demir',
      email: 'emre.demir@mail.example',
      contact: '+90 532 555 01 42',
      country: 'TR',
    },
    message:
      'Hello,\n\nI sell ceramics from Izmir to customers in the US. Does your price for the Wyoming LLC include the fee of the state, or do I pay it on top?\n\nThank you, Emre',
    website: '',
    answer: {
      hoursAgo: 73,
      text: 'Hello {firstName},\n\nit is included: the $349 pay for the $100 state fee, and for a registered agent in the first year. Not included is the annual report to Wyoming, at least $60 per year, from the second year on.\n\nSam, Stateside',
      closes: true,
    },
  },
  {
    hoursAgo: 51,
    from: {
      firstName: 'Rank',
      lastName: 'Booster',
      email: 'sales@rank-booster.example',
      contact: '+1 415 555 2671',
      country: 'US',
    },
    message:
      'Dear owner, we looked at your website and can bring you to page ONE in 7 days. 5,000 backlinks for only $99. Reply YES today.',
    website: 'https://rank-booster.example',
    isSpam: true,
  },
  {
    hoursAgo: 29,
    from: {
      firstName: 'Lucía',
      lastName: 'Ortega',
      email: 'lucia.ortega@mail.example',
      contact: '+52 55 5350 0142',
      country: 'MX',
    },
    message:
      'I ordered an ITIN somewhere else and was told to send my original passport by mail. I travel for work and cannot be without it for two months. Is there another way?',
    website: '',
    answer: {
      hoursAgo: 27,
      text: 'Hello {firstName},\n\nyes: a copy that the office that issued your passport has certified is accepted in place of the original. Which country issued yours? Then I can tell you how to ask for one.\n\nSam, Stateside',
      closes: false,
    },
  },
  {
    hoursAgo: 22,
    from: {
      firstName: 'Directory',
      lastName: 'Team',
      email: 'listings@founders-directory.example',
      contact: '+44 20 7946 0958',
      country: 'GB',
    },
    message:
      'We list services for founders abroad at https://founders-directory.example/formation and would like to add yours, free of charge. Who may we write to about the text?',
  },
  {
    hoursAgo: 9,
    from: priya,
    message:
      'My next Net 30 invoice is due while I am traveling. May I pay it early, and does an early payment change what you report to Factiiv?',
    website: '',
  },
  {
    hoursAgo: 5,
    from: {
      firstName: 'Win',
      lastName: 'Now',
      email: 'prize@lucky-draw.example',
      contact: '+1 212 555 0147',
      country: 'US',
    },
    message:
      'CONGRATULATIONS your email was selected!!! Confirm your bank details within 24 hours to receive $850,000.00',
    website: 'lucky-draw.example',
  },
  {
    hoursAgo: 2,
    from: amara,
    message:
      'Good morning,\n\nI would like to order the Wyoming LLC and the EIN together. Can the EIN be filed before the LLC is registered, or do I wait for the stamped Articles first? My company should be able to send invoices in January.\n\nKind regards\nAmara',
    website: '',
  },
];

export const demoTemplates: readonly { name: string; text: string }[] = [
  {
    name: 'How long an EIN takes',
    text: 'Hello {firstName},\n\nwithout a US Social Security number an EIN usually takes 2 to 6 weeks after we have filed Form SS-4. The IRS sets the pace and may take longer. We write to you as soon as it is there.\n\nStateside',
  },
];
