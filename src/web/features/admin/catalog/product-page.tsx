/** One product: its edit form, price, and price history. */
import { useParams } from 'react-router';
import { benefitsAtMost, ProductDraft, ProductEdit } from '#contract/admin/catalog.ts';
import { type ProductGroup, productGroups } from '#kernel/product-groups.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import {
  type Product,
  useStaffProductCreationMutation,
  useStaffProductEditMutation,
  useStaffProductQuery,
} from './calls.ts';
import { DetailsForm } from './details-form.tsx';
import { Section, Tick, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LinesEditor } from '#web/features/admin/form/lines-editor.tsx';
import { askBeforeDraft } from './ask-before-draft.ts';
import { PublishedMark } from './list-parts.tsx';
import { PictureField } from '#web/features/admin/form/picture-field.tsx';
import { PriceHistory, SubscriberPrice } from './price-parts.tsx';
import {
  fieldsOf,
  emptyProduct,
  labels,
  type ProductFields,
  previewOf,
  sharedBody,
} from './product-fields.ts';
import { ProductPreview } from './product-preview.tsx';
import {
  EditRecord,
  LoadedRecord,
  NewRecord,
  type RecordForm,
} from '#web/features/admin/form/record-form.tsx';
import { addressOf, type Editor } from '#web/features/admin/form/use-editor.ts';

const form: RecordForm<ProductFields, Product> = {
  area: { path: 'catalog/products', title: 'Products' },
  permission: 'catalog.write',
  one: 'product',
  labels,
  fresh: emptyProduct,
  fieldsOf,
  sharedBody,
  edit: ProductEdit,
  draft: ProductDraft,
  namesOf: ({ id, name }) => ({ id: id || addressOf(name) }),
  asks: ({ published }, product) => askBeforeDraft(product.name, product.published, published),
};

export function ProductPage() {
  const { id = '' } = useParams();
  const query = useStaffProductQuery(id);
  return (
    <LoadedRecord one="product" query={query}>
      {(product, reload) => <EditProduct key={product.id} product={product} reload={reload} />}
    </LoadedRecord>
  );
}

function EditProduct({ product, reload }: { product: Product; reload: () => Promise<Product> }) {
  const [edit] = useStaffProductEditMutation();
  return (
    <EditRecord
      form={form}
      record={product}
      reload={reload}
      send={(body) => edit({ id: product.id, body: body as never })}
      title={product.name}
      mark={<PublishedMark published={product.published} />}
      count={`${product.sold} sold`}
      actions={(editor) => <ProductActs editor={editor} isDraft={!product.published} />}
      saved={({ published }) => (published ? 'Saved and published' : 'Saved as a draft')}
      aside={({ fields }) => (
        <>
          <ProductPreview product={previewOf(fields)} />
          {product.type === 'subscription' && <SubscriberPrice product={product} />}
          <PriceHistory prices={product.prices} />
        </>
      )}
    >
      {(editor) => <ProductForm editor={editor} isNew={false} />}
    </EditRecord>
  );
}

/**
 * Price has a keyboard shortcut because it changes most often. Publish saves all other edits of the form as
 * well.
 */
function ProductActs({ editor, isDraft }: { editor: Editor<ProductFields>; isDraft: boolean }) {
  const mayWrite = useMay('catalog.write');
  const publish = () => void editor.save({ published: true });
  const price = () => {
    const field = document.querySelector<HTMLInputElement>('main input[name="price"]');
    field?.focus();
    field?.select();
  };
  useKeys(
    mayWrite
      ? [
          { keys: '$', says: 'Change price', group: 'On this page', run: price },
          ...(isDraft ? [{ keys: 'p', says: 'Publish', group: 'On this page' as const, run: publish }] : []),
        ]
      : [],
  );
  if (!mayWrite || !isDraft) return null;
  return (
    <Button size="small" variant="secondary" isBusy={editor.isBusy} onClick={publish}>
      Publish
      <KeyHint keys="p" />
    </Button>
  );
}

export function NewProduct() {
  const [create] = useStaffProductCreationMutation();
  return (
    <NewRecord
      form={form}
      send={(body) => create({ body: body as never })}
      aside={({ fields }) => <ProductPreview product={previewOf(fields)} />}
    >
      {(editor) => <ProductForm editor={editor} isNew />}
    </NewRecord>
  );
}

type FormProps = { editor: Editor<ProductFields>; isNew: boolean };

const ProductForm = ({ editor, isNew }: FormProps) => (
  <>
    <Basics editor={editor} isNew={isNew} />
    <Prices editor={editor} />
    <Section
      title="Benefits"
      hint="The first benefit appears on the product card, the others under Show more."
    >
      <LinesEditor
        one="Benefit"
        name="benefits"
        rows={editor.fields.benefits}
        errors={editor.errors}
        atMost={benefitsAtMost}
        onChange={(benefits) => editor.set('benefits', benefits)}
      />
    </Section>
    <DetailsForm {...editor} />
    <Section title="Visibility">
      <Tick
        label="Published"
        hint="Customers can see and buy it. Otherwise it is a draft that only the team can see."
        checked={editor.fields.published}
        onChange={(published) => editor.set('published', published)}
      />
    </Section>
  </>
);

function Basics({ editor: { fields, set, errors }, isNew }: FormProps) {
  return (
    <Section title="Details">
      <Typed label="Name" error={errors.name} value={fields.name} onChange={(name) => set('name', name)} />
      {isNew && (
        <>
          <Typed
            label="Address"
            hint={`If empty: ${addressOf(fields.name) || 'created from the name'}. It cannot be changed later.`}
            // The address is derived from the name, so a missing name is reported only there.
            error={fields.id === '' && errors.name ? undefined : errors.id}
            value={fields.id}
            onChange={(id) => set('id', id)}
          />
          <Field label="Type" hint="It cannot be changed after the product is created.">
            {(control) => (
              <Select
                {...control}
                value={fields.type}
                onChange={({ target }) => set('type', target.value as Product['type'])}
              >
                <option value="simple">Bought once</option>
                <option value="subscription">Subscription</option>
              </Select>
            )}
          </Field>
        </>
      )}
      <Field label="Group" hint="Section of the products page.">
        {(control) => (
          <Select
            {...control}
            value={fields.group}
            onChange={({ target }) => set('group', target.value as ProductGroup)}
          >
            {productGroups.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PictureField image={fields.image} error={errors.image} onChange={(image) => set('image', image)} />
    </Section>
  );
}

function Prices({ editor: { fields, set, errors } }: Pick<FormProps, 'editor'>) {
  return (
    <Section
      title="Price"
      hint={
        fields.type === 'simple'
          ? 'In US dollars. If empty, customers are asked to contact us.'
          : 'In US dollars, for new buyers. Current subscribers keep their price.'
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-3">
        <AmountField
          label={fields.type === 'simple' ? 'Price' : 'Price of the first period, if different'}
          error={errors.price}
          value={fields.price}
          name={fields.type === 'simple' ? 'price' : 'first-price'}
          onChange={(price) => set('price', price)}
        />
        {fields.type === 'subscription' && (
          <>
            <AmountField
              label="Price per renewal"
              error={errors.subscriptionPrice}
              value={fields.subscriptionPrice}
              name="price"
              onChange={(price) => set('subscriptionPrice', price)}
            />
            <Field label="Renews every">
              {(control) => (
                <Select
                  {...control}
                  value={fields.subscriptionPeriod}
                  onChange={({ target }) => set('subscriptionPeriod', target.value as 'month' | 'year')}
                >
                  <option value="month">Month</option>
                  <option value="year">Year</option>
                </Select>
              )}
            </Field>
          </>
        )}
      </div>
    </Section>
  );
}
