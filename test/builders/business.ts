/**
 * A customer with a card purchase and a US business whose name, address, and phone match everywhere. The
 * credit rules approve this customer.
 */
import { contract } from '#contract/contract.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { buyAs, confirm, intentOf, statusOf } from './buyer.ts';
import { aCustomer, type Customer, type PersonOptions } from './customer.ts';
import type { Shop } from './shop.ts';
import { until } from '#test/until.ts';

export type CompanyBody = Sent<typeof contract.saveCompany>['body'];

const address = '30 N Gould Street';
const phone = '+1 307 555 0100';

let businesses = 0;
/** Returns a different well-formed EIN for each business. */
export const anEin = (): string => {
  businesses += 1;
  return `85-${String(2_000_000 + businesses)}`;
};

export const aCompany = (changes: Partial<CompanyBody> = {}): CompanyBody => ({
  legalName: 'Harmattan Trading LLC',
  entityType: 'llc',
  formationState: 'WY',
  formedOn: '2020-03-01',
  ein: anEin(),
  addressLine1: address,
  city: 'Sheridan',
  state: 'WY',
  postalCode: '82801',
  country: 'US',
  phone,
  website: '',
  applicantRole: 'owner',
  attested: true,
  ...changes,
});

/** Pays an order by card and waits until it counts for the credit rules. */
export async function firstPurchase(shop: Shop, person: Customer): Promise<string> {
  const details = { firstName: 'Ama', lastName: 'Boateng', country: 'US', phone, addressLine1: address };
  const answer = await buyAs(person, { billingDetails: { ...details, email: person.email } });
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return answer.orderId;
}

export async function aBusiness(
  shop: Shop,
  { company, ...person }: PersonOptions & { company?: Partial<CompanyBody> } = {},
) {
  const customer = await aCustomer(shop, person);
  const details = { firstName: 'Ama', lastName: 'Boateng', phone, address, city: 'Sheridan', country: 'US' };
  await customer.call(contract.updateUser, { body: { id: customer.userId, ...details } });
  const orderId = await firstPurchase(shop, customer);
  const body = aCompany(company);
  await customer.call(contract.saveCompany, { body });
  return { ...customer, orderId, ein: body.ein ?? '' };
}

/** Accepts the current terms and applies for credit. */
export async function applyAs({
  call,
}: Pick<Customer, 'call'>): Promise<Answer<typeof contract.applyForCredit>> {
  const { terms } = await call(contract.readApplication);
  return call(contract.applyForCredit, { body: { termsVersion: terms.version, termsAgreed: true } });
}
