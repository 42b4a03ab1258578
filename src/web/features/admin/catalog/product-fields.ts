/** Converts a product between form fields and request body. */
import { toDollars } from '#kernel/money.ts';
import { noDetails, type ProductDetails } from '#kernel/product-details.ts';
import type { ProductGroup } from '#kernel/product-groups.ts';
import type { Product } from './calls.ts';
import { centsTyped, dollarsAsText, dollarsTyped } from '#web/features/admin/form/typed-values.ts';

const detailLabels: Record<keyof ProductDetails, string> = {
  summary: 'Summary',
  time: 'Turnaround time',
  gets: 'What the buyer gets',
  needs: 'Required from the buyer',
  steps: 'Steps',
  documents: 'Documents',
  excludes: 'Not included',
  questions: 'Questions',
  parts: 'Package contents',
  alongside: 'Related products',
  posts: 'Guides',
};

/** The subset of the form's fields that are product details. */
const detailsIn = (fields: ProductDetails): ProductDetails =>
  Object.fromEntries(
    Object.keys(noDetails).map((name) => [name, fields[name as keyof ProductDetails]]),
  ) as ProductDetails;

export type ProductFields = ProductDetails & {
  name: string;
  id: string;
  group: ProductGroup;
  type: Product['type'];
  price: string;
  subscriptionPrice: string;
  subscriptionPeriod: 'month' | 'year';
  image: string;
  benefits: string[];
  published: boolean;
};

export const labels: Record<keyof ProductFields, string> = {
  name: 'Name',
  id: 'Address',
  group: 'Group',
  type: 'Type',
  price: 'Price',
  subscriptionPrice: 'Price per renewal',
  subscriptionPeriod: 'Renews every',
  image: 'Picture',
  benefits: 'Benefits',
  published: 'Published',
  ...detailLabels,
};

export const fieldsOf = (product: Product): ProductFields => ({
  name: product.name,
  id: product.id,
  group: product.group,
  type: product.type,
  price: dollarsAsText(product.price),
  subscriptionPrice: dollarsAsText(product.subscriptionPrice),
  subscriptionPeriod: product.subscriptionPeriod ?? 'month',
  image: product.image,
  benefits: product.benefits,
  published: product.published,
  ...product.details,
});

export const sharedBody = (fields: ProductFields) => ({
  name: fields.name,
  group: fields.group,
  type: fields.type,
  price: dollarsTyped(fields.price),
  subscriptionPrice: fields.type === 'subscription' ? dollarsTyped(fields.subscriptionPrice) : null,
  subscriptionPeriod: fields.type === 'subscription' ? fields.subscriptionPeriod : null,
  image: fields.image,
  benefits: fields.benefits,
  published: fields.published,
  details: detailsIn(fields),
});

export const emptyProduct: ProductFields = {
  name: '',
  id: '',
  group: 'other',
  type: 'simple',
  price: '',
  subscriptionPrice: '',
  subscriptionPeriod: 'month',
  image: '',
  benefits: [''],
  published: false,
  ...noDetails,
};

/** Computes the card's preview from the form. */
export function previewOf(fields: ProductFields) {
  const shown = (text: string): number | null => {
    const amount = centsTyped(text);
    return amount === null ? null : toDollars(amount);
  };
  const { price, subscriptionPrice, subscriptionPeriod, ...rest } = sharedBody(fields);
  return {
    ...rest,
    id: fields.id,
    price: price === null ? null : shown(fields.price),
    subscriptionPrice: subscriptionPrice === null ? null : shown(fields.subscriptionPrice),
    subscriptionPeriod,
    productBenefits: fields.benefits.map((text) => ({ text })),
  };
}
