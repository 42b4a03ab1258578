/**
 * The groups of the products page, in order. `id` is the anchor of the group, so it is part of addresses.
 * `short` names fit side by side on a phone of 360 px.
 */
import { phrase } from '#kernel/language.ts';

export const productGroups = [
  {
    id: 'formation',
    title: phrase('Form your company'),
    short: phrase('Company'),
    text: phrase(
      'Choose the state and the type of company. The price includes the state fee and a registered agent for the first year.',
    ),
  },
  {
    id: 'tax',
    title: phrase('Tax numbers and bank account'),
    short: phrase('Tax'),
    text: phrase('The numbers that banks and payment platforms ask for, and a complete bank application.'),
  },
  {
    id: 'presence',
    title: phrase('Address, phone and mail'),
    short: phrase('Address'),
    text: phrase(
      'A street address, a number that rings where you are, and a registered agent in your state.',
    ),
  },
  {
    id: 'upkeep',
    title: phrase('Yearly filings and books'),
    short: phrase('Filings'),
    text: phrase('What the state and the IRS expect each year. We prepare it, you confirm.'),
  },
  {
    id: 'growth',
    title: phrase('Brand, visas and plans'),
    short: phrase('Brand'),
    text: phrase('For a company that is up and running: its brand, its customers and your move.'),
  },
  { id: 'other', title: phrase('Other services'), short: phrase('Other'), text: '' },
] as const;

export type ProductGroup = (typeof productGroups)[number]['id'];

export const productGroupIds = productGroups.map(({ id }) => id);

/** The groups that are not empty. Within a group, products keep their order. */
export const inGroups = <P extends { group: ProductGroup }>(products: readonly P[]) =>
  productGroups
    .map((group) => ({ ...group, products: products.filter((product) => product.group === group.id) }))
    .filter((group) => group.products.length > 0);
