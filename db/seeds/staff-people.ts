/** The demo staff. Each has a second factor, whose codes the sandbox shows. */
import type { StaffRole } from '#kernel/permissions.ts';
import type { DemoPerson } from './people.ts';

export type StaffPerson = DemoPerson & { role: StaffRole };

const ofStateside = {
  address: '30 N Gould Street',
  city: 'Sheridan',
  country: 'US',
  phone: '+1 307 555 0142',
  confirmed: true,
};

export const staffPeople: readonly StaffPerson[] = [
  {
    ...ofStateside,
    id: 'usr_demo_staff_owner_00001',
    email: 'owner@demo.example',
    password: 'stateside demo owner',
    firstName: 'Olive',
    lastName: 'Warner',
    userName: 'olive',
    role: 'owner',
    shows: 'the owner, with all console permissions; the sandbox shows the code',
  },
  {
    ...ofStateside,
    id: 'usr_demo_staff_support_001',
    email: 'support@demo.example',
    password: 'stateside demo support',
    firstName: 'Sam',
    lastName: 'Porter',
    userName: 'sam',
    role: 'support',
    shows: 'customer support, with limited permissions; the sandbox shows the code',
  },
];
