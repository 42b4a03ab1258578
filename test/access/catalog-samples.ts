/** Valid requests for the catalog endpoints. Each act gets its own target. */
import type { Shop } from '#test/builders/shop.ts';
import { randomBytes } from 'node:crypto';

export type CatalogRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Sent instead of a JSON body. */
  bytes?: Uint8Array;
};

const freshWord = (): string => randomBytes(6).toString('hex');

export const aDrawing = (): Uint8Array =>
  Buffer.from(`<svg viewBox="0 0 4 3"><title>${freshWord()}</title><path d="M0 0h4v3z"/></svg>`);

export const aProduct = (changes: Record<string, unknown> = {}) => ({
  type: 'simple',
  name: 'Articles of amendment',
  group: 'upkeep',
  image: '/products/ein-filing.svg',
  benefits: ['Prepared and filed', 'A stamped copy'],
  price: 120,
  subscriptionPrice: null,
  subscriptionPeriod: null,
  published: false,
  ...changes,
});

export const aCouponDraft = (changes: Record<string, unknown> = {}) => ({
  code: `TRY-${freshWord()}`,
  discountType: 'percentage',
  amount: 12.5,
  productIds: [],
  subscriptionPeriods: 'first',
  usageLimit: 10,
  startDate: null,
  expiryDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  minimumSpend: null,
  usesPerCustomer: null,
  firstOrderOnly: false,
  ...changes,
});

export const aBoosterDraft = (changes: Record<string, unknown> = {}) => ({
  title: 'A larger step',
  price: 75,
  creditLimitIncrease: 1_500,
  description: 'Raises your limit by $1,500.',
  bgColor: '#1f5c52',
  published: false,
  position: 90,
  ...changes,
});

export function catalogSamples(
  shop: () => Shop,
): Record<string, () => Promise<CatalogRequest> | CatalogRequest> {
  const versionOf = async (table: 'product' | 'booster', id: string): Promise<number> =>
    (await shop().db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow())
      .version;
  const aCoupon = async () => {
    const { id } = await shop()
      .db.insertInto('coupon')
      .values({
        code: `SAMPLE-${freshWord()}`.toUpperCase(),
        kind: 'percentage',
        basis_points: 500,
        usage_limit: 3,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id: String(id) } };
  };
  const ofEin = { params: { id: 'ein-filing' } };
  const ofAddress = { params: { id: 'us-business-address' } };
  return {
    staffReadProduct: () => ofEin,
    staffCreateProduct: () => ({ body: aProduct({ id: `sample-${freshWord()}` }) }),
    staffEditProduct: async () => ({
      ...ofEin,
      body: aProduct({ version: await versionOf('product', 'ein-filing'), published: true }),
    }),
    staffOrderProducts: async () => {
      const rows = await shop()
        .db.selectFrom('product')
        .select('id')
        .orderBy('position')
        .orderBy('id')
        .execute();
      const was = rows.map(({ id }) => id);
      return { body: { was, becomes: was.toReversed() } };
    },
    staffPreviewPriceChange: () => ofAddress,
    staffListPriceChanges: () => ofAddress,
    staffChangePrice: () => ({
      ...ofAddress,
      body: { price: 30 + Math.floor(Math.random() * 10_000) / 100 },
    }),
    staffUploadPicture: () => ({ bytes: aDrawing() }),
    staffReadPicture: async () => {
      const by = await shop()
        .db.selectFrom('app_user')
        .select('id')
        .where('role', '=', 'owner')
        .executeTakeFirstOrThrow();
      const id = randomBytes(17).toString('base64url').slice(0, 22);
      const picture = {
        id,
        state: 'ready',
        width: 4,
        height: 3,
        uploaded_by: by.id,
        created_at: new Date(),
      } as const;
      await shop().db.insertInto('picture').values(picture).execute();
      return { params: { id } };
    },
    staffReadBooster: () => ({ params: { id: 'booster-250' } }),
    staffEditBooster: async () => ({
      params: { id: 'booster-250' },
      body: aBoosterDraft({ version: await versionOf('booster', 'booster-250'), published: true }),
    }),
    staffReadCoupon: aCoupon,
    staffListCouponUses: aCoupon,
    staffEditCoupon: aCoupon,
    staffEndCoupon: aCoupon,
  };
}
