/** The fields of a discount code. Times are entered in the user's time zone and sent in UTC. */
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import {
  dollarsAsText,
  dollarsTyped,
  neededDollars,
  parseRequiredInteger,
  percentTyped,
  parseInteger,
} from '#web/features/admin/form/typed-values.ts';
import { useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Coupon } from './calls.ts';
import { Section, Tick, Typed } from '#web/features/admin/form/editor-frame.tsx';
import type { Editor } from '#web/features/admin/form/use-editor.ts';

export type CouponFields = {
  code: string;
  discountType: Coupon['discountType'];
  amount: string;
  productIds: string[];
  subscriptionPeriods: Coupon['subscriptionPeriods'];
  usageLimit: string;
  startDate: string;
  expiryDate: string;
  minimumSpend: string;
  usesPerCustomer: string;
  firstOrderOnly: boolean;
};

export const couponLabels: Record<keyof CouponFields, string> = {
  code: 'Code',
  discountType: 'Discount',
  amount: 'Amount',
  productIds: 'Products',
  subscriptionPeriods: 'Renewals',
  usageLimit: 'Total uses',
  startDate: 'Starts',
  expiryDate: 'Ends',
  minimumSpend: 'Minimum subtotal',
  usesPerCustomer: 'Uses per customer',
  firstOrderOnly: 'First order only',
};

/** Local time in the format of the input field: `2026-11-24T09:30`. */
function localTime(moment: string | Date | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
const utcTime = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? '' : new Date(local).toISOString();

const inThirtyDays = (): string => localTime(new Date(Date.now() + 30 * 86_400_000));

export const freshCoupon: CouponFields = {
  ...{
    code: '',
    discountType: 'percentage',
    amount: '',
    productIds: [],
    subscriptionPeriods: 'first',
    usageLimit: '100',
  },
  ...{
    startDate: '',
    expiryDate: inThirtyDays(),
    minimumSpend: '',
    usesPerCustomer: '',
    firstOrderOnly: false,
  },
};

export const fieldsOf = (coupon: Coupon): CouponFields => ({
  code: coupon.code,
  discountType: coupon.discountType,
  amount: coupon.discountType === 'fixed_amount' ? dollarsAsText(coupon.amount) : String(coupon.amount),
  productIds: coupon.productIds,
  subscriptionPeriods: coupon.subscriptionPeriods,
  usageLimit: String(coupon.usageLimit),
  startDate: localTime(coupon.startDate),
  expiryDate: localTime(coupon.expiryDate),
  minimumSpend: dollarsAsText(coupon.minimumSpend),
  usesPerCustomer: coupon.usesPerCustomer === null ? '' : String(coupon.usesPerCustomer),
  firstOrderOnly: coupon.firstOrderOnly,
});

export const sharedBody = (fields: CouponFields) => ({
  discountType: fields.discountType,
  amount: fields.discountType === 'fixed_amount' ? neededDollars(fields.amount) : percentTyped(fields.amount),
  productIds: fields.productIds,
  subscriptionPeriods: fields.subscriptionPeriods,
  usageLimit: parseRequiredInteger(fields.usageLimit),
  startDate: fields.startDate === '' ? null : utcTime(fields.startDate),
  expiryDate: utcTime(fields.expiryDate),
  minimumSpend: dollarsTyped(fields.minimumSpend),
  usesPerCustomer: parseInteger(fields.usesPerCustomer),
  firstOrderOnly: fields.firstOrderOnly,
});

type CouponFormProps = { editor: Editor<CouponFields>; isUsed: boolean; isNew?: boolean };

export const CouponForm = (props: CouponFormProps) => (
  <>
    <Worth {...props} />
    <Timing editor={props.editor} />
    <Conditions editor={props.editor} />
  </>
);

function Worth({ editor, isUsed, isNew = false }: CouponFormProps) {
  const { fields, set, errors } = editor;
  const amount = {
    label: 'Amount',
    error: errors.amount,
    value: fields.amount,
    disabled: isUsed,
    onChange: (typed: string) => set('amount', typed),
  };
  return (
    <Section
      title="Discount"
      {...(isUsed ? { hint: 'An order has used this code, so the discount cannot change.' } : {})}
    >
      {isNew && (
        <Typed
          label="Code"
          hint="Letters, digits, - and _."
          error={errors.code}
          value={fields.code}
          onChange={(code) => set('code', code.toUpperCase())}
        />
      )}
      <div className="grid gap-x-4 sm:grid-cols-2">
        {fields.discountType === 'fixed_amount' ? (
          <AmountField {...amount} />
        ) : (
          <Typed {...amount} inputMode="decimal" />
        )}
        <Field label="Discount">
          {(control) => (
            <Select
              {...control}
              disabled={isUsed}
              value={fields.discountType}
              onChange={({ target }) => set('discountType', target.value as Coupon['discountType'])}
            >
              <option value="percentage">Percent</option>
              <option value="fixed_amount">Dollars</option>
            </Select>
          )}
        </Field>
      </div>
      <Products editor={editor} isUsed={isUsed} />
      <Field label="Subscription renewals">
        {(control) => (
          <Select
            {...control}
            disabled={isUsed}
            value={fields.subscriptionPeriods}
            onChange={({ target }) =>
              set('subscriptionPeriods', target.value as Coupon['subscriptionPeriods'])
            }
          >
            <option value="first">Discount the first period only</option>
            <option value="every">Discount every period</option>
          </Select>
        )}
      </Field>
    </Section>
  );
}

function Timing({ editor: { fields, set, errors } }: Pick<CouponFormProps, 'editor'>) {
  return (
    <Section title="Dates and limits">
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Typed
          label="Starts"
          hint="Leave empty to start immediately."
          error={errors.startDate}
          type="datetime-local"
          value={fields.startDate}
          onChange={(date) => set('startDate', date)}
        />
        <Typed
          label="Ends"
          hint="In your local time."
          error={errors.expiryDate}
          type="datetime-local"
          value={fields.expiryDate}
          onChange={(date) => set('expiryDate', date)}
        />
        <Typed
          label="Total uses"
          error={errors.usageLimit}
          value={fields.usageLimit}
          inputMode="numeric"
          onChange={(limit) => set('usageLimit', limit)}
        />
        <Typed
          label="Uses per customer"
          error={errors.usesPerCustomer}
          value={fields.usesPerCustomer}
          inputMode="numeric"
          onChange={(uses) => set('usesPerCustomer', uses)}
        />
      </div>
    </Section>
  );
}

function Conditions({ editor: { fields, set, errors } }: Pick<CouponFormProps, 'editor'>) {
  return (
    <Section title="Conditions">
      <AmountField
        label="Minimum subtotal"
        hint="In US dollars, counting only the products the code applies to."
        error={errors.minimumSpend}
        value={fields.minimumSpend}
        onChange={(amount) => set('minimumSpend', amount)}
      />
      <Tick
        label="First order only"
        checked={fields.firstOrderOnly}
        onChange={(only) => set('firstOrderOnly', only)}
      />
    </Section>
  );
}

function Products({
  editor: { fields, set, errors },
  isUsed,
}: {
  editor: Editor<CouponFields>;
  isUsed: boolean;
}) {
  const { data } = useStaffProductsQuery({ view: 'all' });
  const toggle = (id: string, isOn: boolean) =>
    set(
      'productIds',
      isOn ? [...fields.productIds, id] : fields.productIds.filter((productId) => productId !== id),
    );
  return (
    <fieldset disabled={isUsed} className="grid gap-2">
      <legend className="font-medium">Products</legend>
      <p className="text-sm text-muted">
        {fields.productIds.length === 0
          ? 'Applies to all products. Select products to limit it.'
          : `Applies to ${fields.productIds.length} ${fields.productIds.length === 1 ? 'product' : 'products'}.`}
      </p>
      <div className="grid gap-x-4 gap-y-1.5 rounded-md border border-line p-3 sm:grid-cols-2">
        {(data?.rows ?? []).map(({ id, name }) => (
          <Tick
            key={id}
            label={name}
            checked={fields.productIds.includes(id)}
            onChange={(isOn) => toggle(id, isOn)}
          />
        ))}
      </div>
      {errors.productIds && (
        <p role="alert" className="text-sm font-medium text-danger">
          {errors.productIds}
        </p>
      )}
    </fieldset>
  );
}
