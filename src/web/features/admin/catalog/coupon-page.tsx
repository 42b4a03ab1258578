/** One discount code: its discount, its validity, the orders that used it, and a way to end it. */
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { CouponDraft, CouponEdit } from '#contract/admin/coupons.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type Coupon,
  useStaffCouponCreationMutation,
  useStaffCouponEditMutation,
  useStaffCouponEndingMutation,
  useStaffCouponQuery,
  useStaffCouponUsesQuery,
} from './calls.ts';
import {
  type CouponFields,
  CouponForm,
  couponLabels,
  fieldsOf,
  freshCoupon,
  sharedBody,
} from './coupon-form.tsx';
import { CouponMark } from './coupon-list.tsx';
import {
  EditRecord,
  LoadedRecord,
  NewRecord,
  type RecordForm,
} from '#web/features/admin/form/record-form.tsx';

const form: RecordForm<CouponFields, Coupon> = {
  area: { path: 'catalog/coupons', title: 'Coupons' },
  permission: 'catalog.write',
  one: 'coupon',
  labels: couponLabels,
  fresh: freshCoupon,
  fieldsOf,
  sharedBody,
  edit: CouponEdit,
  draft: CouponDraft,
  namesOf: ({ code }) => ({ code }),
};

export function CouponPage() {
  const { id = '' } = useParams();
  const query = useStaffCouponQuery(id);
  return (
    <LoadedRecord one="coupon" query={query}>
      {(coupon, reload) => (
        <EditCoupon key={`${coupon.id} ${coupon.state}`} coupon={coupon} reload={reload} />
      )}
    </LoadedRecord>
  );
}

function EditCoupon({ coupon, reload }: { coupon: Coupon; reload: () => Promise<Coupon> }) {
  const [edit] = useStaffCouponEditMutation();
  return (
    <EditRecord
      form={form}
      record={coupon}
      reload={reload}
      send={(body) => edit({ id: coupon.id, body: body as never })}
      title={coupon.code}
      mark={<CouponMark state={coupon.state} />}
      count={`${coupon.usedCount} of ${coupon.usageLimit} used`}
      actions={() => (coupon.state === 'ended' ? null : <EndCoupon coupon={coupon} />)}
      aside={() => <Uses id={coupon.id} />}
    >
      {(editor) => <CouponForm editor={editor} isUsed={coupon.usedCount > 0} />}
    </EditRecord>
  );
}

export function NewCoupon() {
  const [create] = useStaffCouponCreationMutation();
  return (
    <NewRecord form={form} send={(body) => create({ body: body as never })}>
      {(editor) => <CouponForm editor={editor} isUsed={false} isNew />}
    </NewRecord>
  );
}

function EndCoupon({ coupon }: { coupon: Coupon }) {
  const mayWrite = useMay('catalog.write');
  const [isOpen, setOpen] = useState(false);
  const act = useAct();
  const [end] = useStaffCouponEndingMutation();
  if (!mayWrite) return null;
  const confirm = async () => {
    const outcome = await act.run(coupon.version, () =>
      end({ id: coupon.id, body: { version: coupon.version } }),
    );
    if (outcome?.kind === 'done') {
      toasts.success(`${coupon.code} has ended`);
      setOpen(false);
    }
  };
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        End coupon
      </Button>
      <ActDialog
        title={`End ${coupon.code}?`}
        action={`End ${coupon.code} now`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        onConfirm={() => void confirm()}
      >
        <p>The code stops working at checkout. Orders with this coupon keep their discount.</p>
      </ActDialog>
    </>
  );
}

const useStates = { reserved: 'Awaiting payment', consumed: 'Paid', released: 'Released' } as const;

function Uses({ id }: { id: string }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useStaffCouponUsesQuery({ id, query: cursor === null ? {} : { cursor } });
  return (
    <div className="rounded-lg border border-line bg-surface p-4 text-sm">
      <Facts title="Orders with this coupon">
        <Loaded what="Coupon uses" query={query} skeleton={<Skeleton className="h-24" />}>
          {({ rows, older, newer }) => (
            <div className="grid gap-2">
              {rows.length === 0 && <p className="text-muted">No orders have used this coupon yet.</p>}
              <ul className="grid gap-2">
                {rows.map(({ orderId, number, email, state, at }) => (
                  <li key={orderId} className="grid">
                    <span className="flex items-baseline justify-between gap-3">
                      <Link
                        to={`/admin/orders/${orderId}`}
                        className="font-medium underline underline-offset-4 hover:text-accent"
                      >
                        {number}
                      </Link>
                      <span className="text-muted">
                        <Moment at={at} />
                      </span>
                    </span>
                    <span className="text-xs text-muted wrap-anywhere">
                      {email} · {useStates[state]}
                    </span>
                  </li>
                ))}
              </ul>
              <div className="flex gap-2">
                {newer && (
                  <Button size="small" variant="secondary" onClick={() => setCursor(newer)}>
                    Newer
                  </Button>
                )}
                {older && (
                  <Button size="small" variant="secondary" onClick={() => setCursor(older)}>
                    Older
                  </Button>
                )}
              </div>
            </div>
          )}
        </Loaded>
      </Facts>
    </div>
  );
}
