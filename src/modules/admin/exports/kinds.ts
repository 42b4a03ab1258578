/**
 * The lists that can be sent as files by email, with their permission and content. A stored query was
 * validated by the endpoint of the list.
 */
import type {
  exportedLists,
  staffEmailAuditLog,
  staffEmailCouponList,
  staffEmailCreditList,
  staffEmailList,
} from '#contract/admin/exports.ts';
import type { Received } from '#contract/endpoint.ts';
import type { Permission } from '#kernel/permissions.ts';
import { auditAsFile } from '#modules/admin/audit/service.ts';
import { couponsAsFile } from '#modules/admin/catalog/export.ts';
import { accountsAsFile, applicationsAsFile } from '#modules/admin/credit/export.ts';
import type { AsFile } from '#modules/admin/lists/export.ts';
import { disputesAsFile } from '#modules/admin/money/dispute-list.ts';
import { refundsAsFile } from '#modules/admin/money/refund-list.ts';
import { ordersAsFile } from '#modules/admin/orders/export.ts';

export type ListName = (typeof exportedLists)[number];
export type ExportRequest = Received<
  | typeof staffEmailList
  | typeof staffEmailCouponList
  | typeof staffEmailCreditList
  | typeof staffEmailAuditLog
>['body'];
type QueryOf<L extends ListName> = Extract<ExportRequest, { list: L }>['query'];

type Kind<Q> = { permission: Permission; asFile: AsFile<Q, unknown> };

/** Rows of each kind only reach the columns defined with them. */
const kind = <Q, T>(permission: Permission, asFile: AsFile<Q, T>): Kind<Q> => ({
  permission,
  asFile: asFile as unknown as Kind<Q>['asFile'],
});

const kinds: { [L in ListName]: Kind<QueryOf<L>> } = {
  orders: kind('exports.make', ordersAsFile),
  refunds: kind('exports.make', refundsAsFile),
  disputes: kind('exports.make', disputesAsFile),
  coupons: kind('catalog.export', couponsAsFile),
  'credit-applications': kind('credit.export', applicationsAsFile),
  'credit-accounts': kind('credit.export', accountsAsFile),
  audit: kind('settings.read', auditAsFile),
};

export const kindOf = (list: ListName): Kind<unknown> => kinds[list] as unknown as Kind<unknown>;
