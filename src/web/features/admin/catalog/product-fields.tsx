/** The fields of a product, and the request body that they make. */
import { benefitsAtMost } from '#contract/admin/catalog.ts';
import { toDollars } from '#kernel/money.ts';
import { type ProductGroup, productGroups } from '#content/product-groups.ts';
import {
  choiceField,
  customField,
  type FieldsOf,
  formOf,
  linesField,
  optionalDollarsField,
  textField,
  tickField,
} from '#web/features/admin/form/field-table.tsx';
import { PictureField } from '#web/features/admin/form/picture-field.tsx';
import { centsTyped } from '#web/features/admin/form/typed-values.ts';
import type { Product } from './calls.ts';
import { details } from './details-form.tsx';

const groups = Object.fromEntries(productGroups.map(({ id, title }) => [id, title])) as Record<
  ProductGroup,
  string
>;

export const basics = {
  name: textField('Name'),
  group: choiceField('Group', groups, { fresh: 'other', hint: 'Section of the products page.' }),
  type: choiceField(
    'Type',
    { simple: 'Bought once', subscription: 'Subscription' },
    { fresh: 'simple', hint: 'It cannot be changed after the product is created.' },
  ),
  price: optionalDollarsField('Price'),
  subscriptionPrice: optionalDollarsField('Price per renewal'),
  subscriptionPeriod: choiceField('Renews every', { month: 'Month', year: 'Year' }, { fresh: 'month' }),
  image: customField('Picture', '', ({ value, error, onChange }) => (
    <PictureField image={value} error={error} onChange={onChange} />
  )),
  benefits: {
    ...linesField('Benefits', {
      one: 'Benefit',
      atMost: benefitsAtMost,
      hint: 'The first benefit appears on the product card, the others under Show more.',
    }),
    fresh: [''],
  },
  published: tickField('Published', {
    hint: 'Customers can see and buy it. Otherwise it is a draft that only the team can see.',
  }),
};

const basicsForm = formOf(basics);
const detailsForm = formOf(details);

export type ProductFields = { id: string } & FieldsOf<typeof basics> & FieldsOf<typeof details>;

const notRenewed = { subscriptionPrice: null, subscriptionPeriod: null };

export const productForm = {
  labels: { id: 'Address', ...basicsForm.labels, ...detailsForm.labels },
  fresh: { id: '', ...basicsForm.fresh, ...detailsForm.fresh },
  fieldsOf: (product: Product): ProductFields => ({
    id: product.id,
    ...basicsForm.fieldsOf(product),
    ...detailsForm.fieldsOf(product.details),
  }),
  sharedBody: (fields: ProductFields) => ({
    ...basicsForm.sharedBody(fields),
    ...(fields.type === 'simple' ? notRenewed : {}),
    details: detailsForm.sharedBody(fields),
  }),
};

/** Computes the card's preview from the form. */
export function previewOf(fields: ProductFields) {
  const shown = (text: string): number | null => {
    const amount = centsTyped(text);
    return amount === null ? null : toDollars(amount);
  };
  return {
    ...fields,
    price: shown(fields.price),
    subscriptionPrice: shown(fields.subscriptionPrice),
    ...(fields.type === 'simple' ? notRenewed : {}),
    productBenefits: fields.benefits.map((text) => ({ text })),
  };
}
