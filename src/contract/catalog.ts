/**
 * The catalog on the wire. A product without any price needs an evaluation: the shopper is sent to Contact
 * us.
 */
import { productGroupIds } from '#content/product-groups.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ShownDetails } from './product-details.ts';
import { Dollars, ProductId } from './values.ts';

export const Product = z.object({
  id: ProductId,
  name: z.string(),
  /**
   * What is charged today, in dollars. Null when a price needs an evaluation (or, for a subscription, when
   * only `subscriptionPrice` applies).
   */
  price: Dollars.nullable(),
  type: z.enum(['simple', 'subscription']),
  subscriptionPrice: Dollars.nullable(),
  subscriptionPeriod: z.enum(['month', 'year']).nullable(),
  image: z.string(),
  productBenefits: z.array(z.object({ text: z.string() })),
});

/** A product on the products page. `includes`: the products in a package. */
export const ListedProduct = Product.extend({
  group: z.enum(productGroupIds),
  includes: z.array(ProductId).optional(),
});

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/products',
  access: 'public',
  summary: 'Lists products on sale in catalog order; ignores unknown query parameters',
  query: z.object({
    type: z.enum(['simple', 'subscription']).optional().catch(undefined),
    /** Words that the name or benefits of a product must all contain, ignoring case. */
    search: z.string().max(200, 'Search for at most 200 characters').optional(),
  }),
  response: z.array(ListedProduct),
});

export const listProductsOfPost = endpoint({
  method: 'GET',
  path: '/api/blogs/{slug}/products',
  access: 'public',
  summary: 'Lists products on sale that refer to a post, best match first',
  params: z.strictObject({ slug: z.string().max(200, 'Oops! Post not found.') }),
  response: z.array(z.object({ product: Product, summary: z.string(), time: z.string() })),
});

export const readProduct = endpoint({
  method: 'GET',
  path: '/api/products/{slug}',
  access: 'public',
  summary: 'Returns a product on sale with its page content and related products',
  params: z.strictObject({ slug: z.string().max(200, 'Product not found') }),
  response: ListedProduct.extend({
    details: ShownDetails.omit({ parts: true, alongside: true }),
    parts: z.array(Product),
    alongside: z.array(z.object({ product: Product, note: z.string(), later: z.boolean() })),
  }),
});
