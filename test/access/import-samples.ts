/**
 * Valid requests for imports, with the current records unchanged. Such an import writes its own audit entry
 * and none for records.
 */
import { contract } from '#contract/contract.ts';
import type { Customer } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { exported, type Plan, sendFile } from '#test/builders/import.ts';
import type { StaffSample } from './staff-samples.ts';

const kinds = {
  products: { take: contract.staffExportProducts, check: contract.staffCheckProducts },
  coupons: { take: contract.staffExportCoupons, check: contract.staffCheckCoupons },
  posts: { take: contract.staffExportPosts, check: contract.staffCheckPosts },
} as const;

export function importSamples(shop: () => Shop): Record<string, StaffSample> {
  let owner: Customer | undefined;
  async function unchanged(kind: keyof typeof kinds) {
    owner ??= await aStaffPerson(shop());
    const bytes = await exported(shop(), owner, kinds[kind].take);
    const { plan } = (await sendFile(shop(), owner, kinds[kind].check, bytes)) as Plan;
    return { bytes, name: `${kind}.csv`, plan };
  }
  const check = (kind: keyof typeof kinds) => async () => {
    const { bytes, name } = await unchanged(kind);
    return { bytes, query: { name } };
  };
  const apply = (kind: keyof typeof kinds) => async () => {
    const { bytes, ...query } = await unchanged(kind);
    return { bytes, query };
  };
  return {
    staffCheckProducts: check('products'),
    staffImportProducts: apply('products'),
    staffCheckCoupons: check('coupons'),
    staffImportCoupons: apply('coupons'),
    staffCheckPosts: check('posts'),
    staffImportPosts: apply('posts'),
  };
}
