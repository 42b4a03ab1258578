/** The fields of a discount code. Times are entered in the user's time zone and sent in UTC. */
import { definitionOf, discountTypesInConsole } from '#kernel/discount-types.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import {
  type FieldsOf,
  formOf,
  integerField,
  localTime,
  optionalDollarsField,
  optionalIntegerField,
  optionalTimeField,
  TableFields,
  tickField,
  timeField,
} from '#web/features/admin/form/field-table.tsx';
import { dollarsAsText, neededDollars, percentTyped } from '#web/features/admin/form/typed-values.ts';
import { useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Coupon } from './calls.ts';
import { Section, Tick, Typed } from '#web/features/admin/form/editor-frame.tsx';
import type { Editor } from '#web/features/admin/form/use-editor.ts';

/** Limits and conditions. The discount is not in the table, because its fields depend on each other. */
const limits = {
  usageLimit: integerField('Total uses', { fresh: '100' }),
  startDate: optionalTimeField('Starts', { hint: 'Leave empty to start immediately.' }),
  expiryDate: timeField('Ends', {
    hint: 'In your local time.',
    fresh: localTime(new Date(Date.now() + 30 * 86_400_000)),
  }),
  minimumSpend: optionalDollarsField('Minimum subtotal', {
    hint: 'In US dollars, counting only the products the code applies to.',
  }),
  usesPerCustomer: optionalIntegerField('Uses per customer'),
  firstOrderOnly: tickField('First order only'),
};
const limitsForm = formOf(limits);

type DiscountFields = {
  code: string;
  discountType: Coupon['discountType'];
  amount: string;
  productIds: string[];
  subscriptionPeriods: Coupon['subscriptionPeriods'];
};
export type CouponFields = DiscountFields & FieldsOf<typeof limits>;

export const couponLabels: Record<keyof CouponFields, string> = {
  code: 'Code',
  discountType: 'Discount',
  amount: 'Amount',
  productIds: 'Products',
  subscriptionPeriods: 'Renewals',
  ...limitsForm.labels,
};

export const freshCoupon: CouponFields = {
  code: '',
  discountType: 'percentage',
  amount: '',
  productIds: [],
  subscriptionPeriods: 'first',
  ...limitsForm.fresh,
};

export const fieldsOf = (coupon: Coupon): CouponFields => ({
  code: coupon.code,
  discountType: coupon.discountType,
  amount: definitionOf(coupon.discountType).isMoney ? dollarsAsText(coupon.amount) : String(coupon.amount),
  productIds: coupon.productIds,
  subscriptionPeriods: coupon.subscriptionPeriods,
  ...limitsForm.fieldsOf(coupon),
});

export const sharedBody = (fields: CouponFields) => ({
  discountType: fields.discountType,
  amount: definitionOf(fields.discountType).isMoney
    ? neededDollars(fields.amount)
    : percentTyped(fields.amount),
  productIds: fields.productIds,
  subscriptionPeriods: fields.subscriptionPeriods,
  ...limitsForm.sharedBody(fields),
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
        {definitionOf(fields.discountType).isMoney ? (
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
              {discountTypesInConsole.map((type) => (
                <option key={type} value={type}>
                  {definitionOf(type).unit}
                </option>
              ))}
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

const Timing = ({ editor }: Pick<CouponFormProps, 'editor'>) => (
  <Section title="Dates and limits">
    <TableFields
      table={limits}
      editor={editor}
      rows={[['startDate', 'expiryDate', 'usageLimit', 'usesPerCustomer']]}
    />
  </Section>
);

const Conditions = ({ editor }: Pick<CouponFormProps, 'editor'>) => (
  <Section title="Conditions">
    <TableFields table={limits} editor={editor} rows={['minimumSpend', 'firstOrderOnly']} />
  </Section>
);

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
