/**
 * Seeds the initial catalog. Only adds what is missing: a stored product keeps the operator's texts, prices,
 * and benefits, even if this file changes.
 */
import type { Product } from '#db/types.ts';
import type { Tx } from '#platform/database.ts';
import { type Insertable, sql } from 'kysely';
import { detailsOfServices } from './details.ts';
import { type Service, services } from './services.ts';

const startPackage = 'start-package';

export const imageOf = (service: Service): string => `/products/${service.id}.svg`;

/**
 * Safe to repeat. Benefits are added only with a new product, so one that the operator removed stays removed.
 */
export async function seedCatalog(tx: Tx): Promise<void> {
  const added = await tx
    .insertInto('product')
    .values(services.map(toRow))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  const addedIds = new Set(added.map((product) => product.id));
  const benefits = services
    .filter((service) => addedIds.has(service.id))
    .flatMap((service) =>
      service.benefits.map((text, position) => ({ product_id: service.id, position, text })),
    );
  if (benefits.length > 0) await tx.insertInto('product_benefit').values(benefits).execute();
  await seedDetails(tx);
}

/**
 * Adds the start package as a draft to a shop that predates it. Requires that its parts are on sale and cost
 * more in total, because only then does it save money. The operator decides when to publish it.
 */
export async function seedStartPackage(tx: Tx): Promise<void> {
  const place = services.findIndex(({ id }) => id === startPackage);
  const service = services[place];
  const parts = detailsOfServices[startPackage]?.parts ?? [];
  const sold = await tx
    .selectFrom('product')
    .select(['price_cents', 'position'])
    .where('id', 'in', parts)
    .where('active', '=', true)
    .execute();
  const separateTotal = sold.reduce((sum, { price_cents: price }) => sum + (price ?? 0), 0);
  if (service?.priceCents == null || sold.length < parts.length || separateTotal <= service.priceCents)
    return;
  const position = Math.max(...sold.map((part) => part.position)) - 5;
  const added = await tx
    .insertInto('product')
    .values({ ...toRow(service, place), position, active: false })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) return;
  await tx
    .insertInto('product_benefit')
    .values(service.benefits.map((text, index) => ({ product_id: service.id, position: index, text })))
    .execute();
}

/**
 * Adds a page to each of our services that has none. Safe to repeat. A product that staff have changed is
 * skipped, because our page could contradict their text.
 */
export async function seedDetails(tx: Tx): Promise<void> {
  const written = Object.entries(detailsOfServices).map(([id, details]) => ({ id, details }));
  await sql`
    update product set details = written.details
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as written (id text, details jsonb)
    where product.id = written.id and product.details is null and product.version = 0`.execute(tx);
}

/** Positions are ten apart, so that an operator can insert a product between two others. */
const toRow = (service: Service, index: number): Insertable<Product> => ({
  id: service.id,
  name: service.name,
  product_group: service.group,
  kind: service.subscription ? 'subscription' : 'simple',
  price_cents: service.priceCents,
  subscription_price_cents: service.subscription?.priceCents ?? null,
  subscription_period: service.subscription?.period ?? null,
  image: imageOf(service),
  position: (index + 1) * 10,
});
