/** Products as staff see and edit them. Only staff see drafts. */
import { fromDollars } from '#kernel/money.ts';
import { productGroupIds } from '#content/product-groups.ts';
import { endpoint } from '#contract/endpoint.ts';
import { ShownDetails } from '#contract/product-details.ts';
import { ChargeablePrice, Dollars, ProductId, required } from '#contract/values.ts';
import { z } from 'zod';
import { Changed, Csv, Day, exportQuery, listQuery, pageOf, Version } from './list.ts';
import { PictureAddress } from './pictures.ts';
import { WrittenDetails } from './product-details.ts';

export const productViews = ['all', 'published', 'drafts'] as const;
export const productTypes = ['simple', 'subscription'] as const;
export const periods = ['month', 'year'] as const;

/** An amount that a card can pay. Null: the price is on request. */
export const Price = ChargeablePrice.nullable();

export const benefitsAtMost = 30;

const words = {
  /** Omitted: unchanged; for a new product, `other`. */
  group: z.enum(productGroupIds).optional(),
  /** The texts of its page. Omitted: unchanged; for a new product, empty. */
  details: WrittenDetails.optional(),
  name: required('Name is required', 120),
  image: PictureAddress,
  benefits: z
    .array(required('Enter the benefit, or remove the line', 300))
    .max(benefitsAtMost, `At most ${benefitsAtMost} benefits`)
    .refine((all) => new Set(all).size === all.length, 'Two benefits are the same'),
};

/**
 * `price` null: the price is on request, or a subscription costs its `subscriptionPrice` from the first
 * period on.
 */
const prices = { price: Price, subscriptionPrice: Price, subscriptionPeriod: z.enum(periods).nullable() };

type Priced = {
  type: 'simple' | 'subscription';
  price: unknown;
  subscriptionPrice: unknown;
  subscriptionPeriod: unknown;
};

const hasItsPrices = (
  { type, price, subscriptionPrice, subscriptionPeriod }: Priced,
  context: z.RefinementCtx,
): void => {
  const refuse = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (type === 'simple' && subscriptionPeriod !== null)
    refuse('subscriptionPeriod', 'Only a subscription has a period');
  if (type === 'simple' && subscriptionPrice !== null)
    refuse('subscriptionPrice', 'Only a subscription has a renewal price');
  if (type === 'subscription' && subscriptionPeriod === null) refuse('subscriptionPeriod', 'Choose a period');
  if (type === 'subscription' && price !== null && subscriptionPrice === null)
    refuse('subscriptionPrice', 'Enter the price per renewal');
};

/** The id of a new product. A wrong format gets its own message instead of `Unknown product`. */
const NewProductId = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'Use a to z, 0 to 9, and -, for example ein-filing');

export const ProductDraft = z
  .strictObject({ id: NewProductId, type: z.enum(productTypes), ...words, ...prices, published: z.boolean() })
  .superRefine(hasItsPrices);

/** The type cannot change, because orders and subscriptions depend on it. */
export const ProductEdit = z
  .strictObject({ version: Version, type: z.enum(productTypes), ...words, ...prices, published: z.boolean() })
  .superRefine(hasItsPrices);

export const ProductRow = z.object({
  id: ProductId,
  version: Version,
  name: z.string(),
  group: z.enum(productGroupIds),
  type: z.enum(productTypes),
  price: Dollars.nullable(),
  subscriptionPrice: Dollars.nullable(),
  subscriptionPeriod: z.enum(periods).nullable(),
  image: z.string(),
  published: z.boolean(),
  /** Orders that were paid or are in progress. */
  sold: z.number().int(),
  subscribers: z.number().int(),
});

export const StaffProduct = ProductRow.extend({
  benefits: z.array(z.string()),
  details: ShownDetails,
  createdAt: z.iso.datetime(),
  changed: Changed,
  /** Newest first, at most 50. */
  prices: z.array(
    z.object({
      price: Dollars.nullable(),
      subscriptionPrice: Dollars.nullable(),
      since: z.iso.datetime(),
      by: z.string().nullable(),
    }),
  ),
});

export const productList = { views: productViews, sorts: ['catalog'] } as const;

export const staffListProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Lists products in catalog order, including drafts',
  query: listQuery(productList),
  response: pageOf(ProductRow),
});

export const staffExportProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products/export',
  access: 'staff',
  permission: 'catalog.export',
  answers: 'csv',
  summary: 'Exports the matching products as CSV',
  query: exportQuery(productList),
  response: Csv,
});

const byId = z.strictObject({ id: ProductId });

export const staffReadProduct = endpoint({
  method: 'GET',
  path: '/api/admin/products/{id}',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Returns a product with its price history',
  params: byId,
  response: StaffProduct,
});

export const staffCreateProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Creates a product at the end of the catalog',
  body: ProductDraft,
  response: StaffProduct,
});

export const staffEditProduct = endpoint({
  method: 'PUT',
  path: '/api/admin/products/{id}',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Updates or publishes a product; a new price applies to new buyers',
  params: byId,
  body: ProductEdit,
  response: StaffProduct,
});

const order = z
  .array(ProductId)
  .min(1)
  .max(1_000)
  .refine((ids) => new Set(ids).size === ids.length, 'A product is listed twice');

export const staffOrderProducts = endpoint({
  method: 'PUT',
  path: '/api/admin/product-order',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Reorders the catalog; rejects an outdated starting order',
  body: z.strictObject({ was: order, becomes: order }),
  response: z.object({ ids: z.array(ProductId) }),
});

const notice = {
  /** Subscribers whose renewals change to another price. */
  subscribers: z.number().int(),
  /** The email, with a sample subscriber. */
  subject: z.string(),
  text: z.string(),
  /** The first and last renewal it applies to, as currently scheduled; null when there is none. */
  firstRenewal: z.iso.datetime().nullable(),
  lastRenewal: z.iso.datetime().nullable(),
};

/**
 * A renewal price for existing subscribers. It applies from their first renewal on or after `startsOn` for
 * which the notice period can be met.
 */
const PriceForSubscribers = {
  price: ChargeablePrice,
  startsOn: Day.optional(),
};

/** Dollars, such as `35.00`. */
const priceInAddress = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, 'Enter an amount such as 35.00')
  .transform((text) => fromDollars(Number(text)));

export const staffPreviewPriceChange = endpoint({
  method: 'GET',
  path: '/api/admin/products/{id}/price-notice',
  access: 'staff',
  permission: 'catalog.read',
  summary: 'Previews the subscribers and the announcement of a renewal price change',
  params: byId,
  query: z.strictObject({ price: priceInAddress, startsOn: Day.optional() }),
  response: z.object(notice),
});

export const PriceChange = z.object({
  id: z.string(),
  price: Dollars,
  startsOn: z.string().nullable(),
  madeAt: z.iso.datetime(),
  by: z.string().nullable(),
  /** Subscribers who were notified. */
  told: z.number().int(),
  /** Subscribers still to be notified; 0 for all but the newest. */
  waiting: z.number().int(),
});

export const staffListPriceChanges = endpoint({
  method: 'GET',
  path: '/api/admin/products/{id}/price-changes',
  access: 'staff',
  permission: 'catalog.read',
  summary: "Lists a product's renewal price changes, newest first",
  params: byId,
  response: z.object({ changes: z.array(PriceChange) }),
});

/** Replaces earlier changes that have not been announced to a subscriber yet. */
export const staffChangePrice = endpoint({
  method: 'POST',
  path: '/api/admin/products/{id}/price-changes',
  access: 'staff',
  permission: 'catalog.write',
  summary: 'Schedules a renewal price, announced to subscribers 14 to 30 days ahead',
  params: byId,
  body: z.strictObject(PriceForSubscribers),
  response: PriceChange,
});
