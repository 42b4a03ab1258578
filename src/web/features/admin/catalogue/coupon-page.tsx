/** One discount code: what it takes off and when, the orders that used it, and its end. */
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { CouponDraft, CouponEdit } from '#contract/admin/coupons.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
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
} from './offers-api.ts';
import { type CouponFields, CouponForm, couponLabels, fieldsOf, freshCoupon, sharedBody } from './coupon-form.tsx';
import { CouponMark } from './coupon-list.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { useEditor } from './use-editor.ts';

const area = { path: 'catalogue/coupons', title: 'Coupons' };

export function CouponPage() {
  const { id = '' } = useParams();
  const query = useStaffCouponQuery(id);
  return (
    <Loaded what="The coupon" query={query} skeleton={<RecordSkeleton />}>
      {(coupon) => <EditCoupon key={`${coupon.id} ${coupon.state}`} coupon={coupon} readAgain={() => query.refetch().unwrap()} />}
    </Loaded>
  );
}

function EditCoupon({ coupon, readAgain }: { coupon: Coupon; readAgain: () => Promise<Coupon> }) {
  const [edit] = useStaffCouponEditMutation();
  const editor = useEditor<CouponFields, Coupon>({
    record: coupon,
    fieldsOf,
    toBody: (fields, { version }) => ({ ...sharedBody(fields), version }),
    schema: CouponEdit,
    send: (body) => edit({ id: coupon.id, body: body as never }),
    readAgain,
    onSaved: () => toasts.success('Saved'),
  });
  const { changed } = coupon;
  return (
    <EditorFrame
      area={area}
      title={coupon.code}
      mark={<CouponMark state={coupon.state} />}
      below={
        <p className="text-sm text-muted">
          {coupon.usedCount} of {coupon.usageLimit} used
          {changed && (
            <>
              {' · Changed '}
              <Moment at={changed.at} full /> {changed.by && `by ${changed.by}`}
            </>
          )}
        </p>
      }
      action="Save"
      labels={couponLabels}
      editor={editor}
      by={changed?.by ?? undefined}
      actions={coupon.state === 'ended' ? null : <EndCoupon coupon={coupon} />}
      aside={<Uses id={coupon.id} />}
    >
      <CouponForm editor={editor} isUsed={coupon.usedCount > 0} />
    </EditorFrame>
  );
}

export function NewCoupon() {
  const navigate = useNavigate();
  const [create] = useStaffCouponCreationMutation();
  const [made, setMade] = useState<string | null>(null);
  const editor = useEditor<CouponFields, Coupon | null>({
    record: null,
    fieldsOf: (record) => (record === null ? freshCoupon : fieldsOf(record)),
    toBody: (fields) => ({ ...sharedBody(fields), code: fields.code }),
    schema: CouponDraft,
    send: (body) => create(body as never),
    readAgain: async () => null,
    onSaved: (record) => setMade(record?.id ?? null),
  });
  useEffect(() => {
    if (made === null) return;
    toasts.success('The coupon is made');
    void navigate(`/admin/${area.path}/${made}`, { replace: true });
  }, [made, navigate]);
  return (
    <EditorFrame area={area} title="New coupon" action="Create" labels={couponLabels} editor={editor} aside={null}>
      <CouponForm editor={editor} isUsed={false} isNew />
    </EditorFrame>
  );
}

function EndCoupon({ coupon }: { coupon: Coupon }) {
  const mayWrite = useMay('catalogue.write');
  const [isOpen, setOpen] = useState(false);
  const act = useAct();
  const [end] = useStaffCouponEndingMutation();
  if (!mayWrite) return null;
  const confirm = async () => {
    const outcome = await act.run(coupon.version, () => end({ id: coupon.id, version: coupon.version }));
    if (outcome?.kind === 'done') {
      toasts.success(`${coupon.code} has ended`);
      setOpen(false);
    }
  };
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        End it
      </Button>
      <ActDialog
        title={`End ${coupon.code}?`}
        action={`End ${coupon.code} now`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        onConfirm={() => void confirm()}
      >
        <p>Nobody can use it any more. Orders that used it keep what it took off.</p>
      </ActDialog>
    </>
  );
}

const useStates = { reserved: 'Waits for its payment', consumed: 'Paid', released: 'Given back' } as const;

function Uses({ id }: { id: string }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useStaffCouponUsesQuery({ id, cursor });
  return (
    <div className="rounded-lg border border-line bg-surface p-4 text-sm">
      <Facts title="Orders that used it">
        <Loaded what="The uses" query={query} skeleton={<Skeleton className="h-24" />}>
          {({ rows, older, newer }) => (
            <div className="grid gap-2">
              {rows.length === 0 && <p className="text-muted">Nobody has used it yet.</p>}
              <ul className="grid gap-2">
                {rows.map(({ orderId, number, email, state, at }) => (
                  <li key={orderId} className="grid">
                    <span className="flex items-baseline justify-between gap-3">
                      <Link to={`/admin/orders/${orderId}`} className="font-medium underline underline-offset-4 hover:text-accent">
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
