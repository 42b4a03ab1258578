/** The list of discount codes. */
import { formatDate } from '#kernel/dates.ts';
import { definitionOf, discountTypesInConsole } from '#kernel/discount-types.ts';
import { ImportLink } from '#web/features/admin/import/import-link.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { MakeNew } from './list-parts.tsx';
import { type Coupon, useStaffCouponsQuery, useStaffCouponQuery } from './calls.ts';

const states: Record<Coupon['state'], { name: string; tone: Tone }> = {
  active: { name: 'Active', tone: 'ok' },
  scheduled: { name: 'Scheduled', tone: 'credit' },
  used_up: { name: 'Used up', tone: 'warn' },
  ended: { name: 'Ended', tone: 'plain' },
};

export const CouponMark = ({ state }: Pick<Coupon, 'state'>) => (
  <Badge tone={states[state].tone}>{states[state].name}</Badge>
);

export const worthOf = ({ discountType, amount }: Pick<Coupon, 'discountType' | 'amount'>): string =>
  definitionOf(discountType).describe(amount);

const definition: ListDefinition<Coupon> = {
  area: 'catalog/coupons',
  exportPath: '/api/admin/coupons/export',
  exportPermission: 'catalog.export',
  emailedList: 'coupons',
  title: 'Coupons',
  one: 'coupon',
  many: 'coupons',
  views: [
    { id: 'all', title: 'All' },
    { id: 'active', title: 'Active' },
    { id: 'scheduled', title: 'Scheduled' },
    { id: 'used_up', title: 'Used up' },
    { id: 'ended', title: 'Ended' },
  ],
  filters: [
    {
      name: 'type',
      label: 'Type',
      kind: 'choices',
      options: discountTypesInConsole.map((value) => ({ value, label: definitionOf(value).label })),
    },
  ],
  columns: [
    { id: 'code', title: 'Code', cell: ({ code }) => code },
    { id: 'state', title: 'State', cell: ({ state }) => <CouponMark state={state} /> },
    {
      id: 'ends',
      title: 'Ends',
      from: 'md',
      cell: ({ expiryDate }) => <span className="text-muted">{formatDate(expiryDate)}</span>,
    },
    {
      id: 'uses',
      title: 'Uses',
      align: 'end',
      cell: ({ usedCount, usageLimit }) => `${usedCount} of ${usageLimit}`,
    },
    { id: 'worth', title: 'Discount', align: 'end', cell: (row) => worthOf(row) },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  card: (row) => ({
    end: worthOf(row),
    second: (
      <>
        <span>
          {row.usedCount} of {row.usageLimit} used
        </span>
        <CouponMark state={row.state} />
      </>
    ),
  }),
  useRows: useStaffCouponsQuery,
  usePrefetchRow: useStaffCouponQuery.usePrefetch,
  empty: () => ({
    title: 'No coupons',
    body: 'A new code works at checkout immediately, or from the date you choose.',
  }),
  actions: (
    <MakeNew one="coupon">
      <ImportLink to="/admin/catalog/import-coupons" permission="catalog.write" />
    </MakeNew>
  ),
  bulk: [
    {
      kind: 'end_coupons',
      label: 'End',
      permission: 'catalog.write',
      hindrance: ({ state }) => (state === 'ended' ? 'they have already ended' : null),
      ask: (count, isOne) => ({
        title: `End ${count} ${isOne ? 'coupon' : 'coupons'}?`,
        action: `End ${count} ${isOne ? 'coupon' : 'coupons'} now`,
        body: 'The codes stop working at checkout. Orders that used them keep their discount.',
      }),
    },
  ],
};

export const CouponList = () => <ListPage definition={definition} />;
