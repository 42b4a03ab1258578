/**
 * Places in the contract that may name another user's data: every path parameter, and every id in a query or
 * a body.
 */
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';

export const allEndpoints = Object.entries(contract as Record<string, Endpoint>);
/** Staff endpoints have their own matrix, by role (`staff.test.ts`). */
export const staffEndpoints = allEndpoints.filter(([, { access }]) => access === 'staff');
export const shopEndpoints = allEndpoints.filter(([, { access }]) => access !== 'staff');

/** Ids that are public and belong to no user. Adding to this list is a decision. */
const publicIds: Record<string, string> = {
  productIds: 'the catalog is public',
  boosterIds: 'the boosters are public',
  'readBooster.id': 'the boosters are public',
  knownProductIds: 'the catalog is public',
  'readCouponByCode.code': 'anyone who knows a code may use it',
  'connectFactiiv.factUserId': 'Factiiv is asked whom it belongs to',
  'connectFactiiv.factBusinessId': 'Factiiv is asked whom it belongs to',
  'readBlog.slug': 'the blog is public',
  'readProduct.slug': 'the catalog is public',
  'listProductsOfPost.slug': 'blog and catalog are public',
  'readRefusals.language': 'every language is public',
  'purchaseOrder.cartId':
    'accepted because the specification sends it, and not read: the order was frozen when it was placed',
};

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; allOf?: Shape[] };

function namesIn(shape: Shape): string[] {
  const ownNames = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...namesIn(inner),
  ]);
  const inside = [
    ...(shape.items === undefined ? [] : [shape.items]),
    ...(shape.anyOf ?? []),
    ...(shape.allOf ?? []),
  ];
  return [...ownNames, ...inside.flatMap(namesIn)];
}

const namesOf = (schema: z.ZodType): string[] =>
  namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);

/** For example `readOrder.id` or `purchase.paymentMethodId`. */
export const placesOfIds = (all: [string, Endpoint][] = shopEndpoints): string[] =>
  all.flatMap(([name, endpoint]) => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? '');
    const beside = [...namesOf(endpoint.query), ...namesOf(endpoint.body)].filter((field) =>
      /^id$|Ids?$/.test(field),
    );
    return [...new Set([...inPath, ...beside])]
      .filter((field) => publicIds[field] === undefined && publicIds[`${name}.${field}`] === undefined)
      .map((field) => `${name}.${field}`);
  });
