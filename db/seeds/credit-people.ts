/** Demo customers with a Net 30 account or an application, and their actions by day of a 75-day history. */
import type { DemoPerson } from './people.ts';

type Act =
  | { do: 'buy'; productId: string; onCredit: boolean }
  | { do: 'company' }
  | { do: 'apply' }
  | { do: 'complete'; productId: string }
  | { do: 'pay'; productId: string }
  | { do: 'connect' }
  | { do: 'report' }
  | { do: 'rejected'; reason: string }
  | { do: 'sweep' };

export type CreditPerson = DemoPerson & {
  company: {
    legalName: string;
    entityType: 'llc' | 'corporation';
    formationState: string;
    formedOn: string;
    ein: string;
    addressLine1: string;
    city: string;
    state: string;
    postalCode: string;
    country: string;
    phone: string;
    website: string;
    applicantRole: 'owner';
  };
  past: { day: number; act: Act }[];
};

const buy = (productId: string, onCredit = false): Act => ({ do: 'buy', productId, onCredit });
const sweepOn = (...days: number[]) => days.map((day) => ({ day, act: { do: 'sweep' } as const }));

const inWyoming = { address: '30 N Gould Street', city: 'Sheridan', country: 'US' };
const ofWyoming = {
  entityType: 'llc',
  formationState: 'WY',
  addressLine1: inWyoming.address,
  city: 'Sheridan',
  state: 'WY',
  postalCode: '82801',
  country: 'US',
  applicantRole: 'owner',
} as const;

export const creditPeople: readonly CreditPerson[] = [
  {
    id: 'usr_demo_customer_priya_04',
    email: 'priya@demo.example',
    password: 'stateside demo credit',
    firstName: 'Priya',
    lastName: 'Raman',
    userName: 'priya',
    phone: '+1 307 555 0104',
    ...inWyoming,
    confirmed: true,
    shows: 'a Net 30 account with a history and an open invoice, connected to Factiiv',
    company: {
      ...ofWyoming,
      legalName: 'Raman Textiles LLC',
      formedOn: '2024-03-01',
      ein: '84-1700104',
      phone: '+1 307 555 0104',
      website: 'ramantextiles.example',
    },
    past: [
      { day: 0, act: buy('wyoming-llc') },
      { day: 1, act: { do: 'company' } },
      { day: 2, act: { do: 'apply' } },
      { day: 3, act: { do: 'connect' } },
      { day: 3, act: { do: 'report' } },
      { day: 4, act: buy('ein-filing', true) },
      { day: 5, act: { do: 'report' } },
      { day: 20, act: { do: 'pay', productId: 'ein-filing' } },
      { day: 21, act: { do: 'report' } },
      { day: 26, act: { do: 'complete', productId: 'ein-filing' } },
      { day: 27, act: { do: 'report' } },
      { day: 38, act: buy('logo-design') },
      { day: 39, act: { do: 'report' } },
      { day: 39, act: { do: 'rejected', reason: 'We could not match this purchase with the business' } },
      { day: 45, act: { do: 'pay', productId: 'ein-filing' } },
      { day: 46, act: { do: 'report' } },
      { day: 58, act: buy('new-mexico-llc', true) },
      { day: 59, act: { do: 'report' } },
      { day: 62, act: { do: 'report' } },
      { day: 75, act: buy('annual-report') },
      { day: 75, act: { do: 'report' } },
    ],
  },
  {
    id: 'usr_demo_customer_diego_05',
    email: 'diego@demo.example',
    password: 'stateside demo frozen',
    firstName: 'Diego',
    lastName: 'Herrera',
    userName: 'diego',
    phone: '+1 307 555 0105',
    ...inWyoming,
    confirmed: true,
    shows: 'a past-due invoice and credit on hold',
    company: {
      ...ofWyoming,
      legalName: 'Herrera Imports LLC',
      formedOn: '2023-09-15',
      ein: '84-1700105',
      phone: '+1 307 555 0105',
      website: '',
    },
    past: [
      { day: 5, act: buy('ein-filing') },
      { day: 6, act: { do: 'company' } },
      { day: 7, act: { do: 'apply' } },
      { day: 33, act: buy('new-mexico-llc', true) },
      ...sweepOn(56, 63, 64, 70),
    ],
  },
  {
    id: 'usr_demo_customer_sofia_06',
    email: 'sofia@demo.example',
    password: 'stateside demo applicant',
    firstName: 'Sofia',
    lastName: 'Lindqvist',
    userName: 'sofia',
    phone: '+1 307 555 0106',
    ...inWyoming,
    confirmed: true,
    shows: 'eligible to apply for a Net 30 account',
    company: {
      ...ofWyoming,
      legalName: 'Lindqvist Studio LLC',
      formedOn: '2025-01-20',
      ein: '84-1700106',
      phone: '+1 307 555 0106',
      website: '',
    },
    past: [
      { day: 70, act: buy('ein-filing') },
      { day: 71, act: { do: 'company' } },
    ],
  },
];
