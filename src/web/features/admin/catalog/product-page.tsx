/** One product: its edit form, price, and price history. */
import { useParams } from 'react-router';
import { ProductDraft, ProductEdit } from '#contract/admin/catalog.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import {
  type Product,
  useStaffProductCreationMutation,
  useStaffProductEditMutation,
  useStaffProductQuery,
} from './calls.ts';
import { DetailsForm } from './details-form.tsx';
import { Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { TableFields } from '#web/features/admin/form/field-table.tsx';
import { askBeforeDraft } from './ask-before-draft.ts';
import { PublishedMark } from './list-parts.tsx';
import { PriceHistory, SubscriberPrice } from './price-parts.tsx';
import { basics, type ProductFields, previewOf, productForm } from './product-fields.tsx';
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
  ...productForm,
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
    <Section title="Details">
      <TableFields table={basics} editor={editor} rows={['name']} />
      {isNew && <Address editor={editor} />}
      <TableFields
        table={basics}
        editor={editor}
        rows={isNew ? ['type', 'group', 'image'] : ['group', 'image']}
      />
    </Section>
    <Prices editor={editor} />
    <TableFields table={basics} editor={editor} rows={['benefits']} />
    <DetailsForm editor={editor} />
    <Section title="Visibility">
      <TableFields table={basics} editor={editor} rows={['published']} />
    </Section>
  </>
);

const Address = ({ editor: { fields, set, errors } }: Pick<FormProps, 'editor'>) => (
  <Typed
    label="Address"
    hint={`If empty: ${addressOf(fields.name) || 'created from the name'}. It cannot be changed later.`}
    // The address is derived from the name, so a missing name is reported only there.
    error={fields.id === '' && errors.name ? undefined : errors.id}
    value={fields.id}
    onChange={(id) => set('id', id)}
  />
);

/** The labels of the prices depend on the type. */
function Prices({ editor }: Pick<FormProps, 'editor'>) {
  const { fields, set, errors } = editor;
  const isSimple = fields.type === 'simple';
  return (
    <Section
      title="Price"
      hint={
        isSimple
          ? 'In US dollars. If empty, customers are asked to contact us.'
          : 'In US dollars, for new buyers. Current subscribers keep their price.'
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-3">
        <AmountField
          label={isSimple ? 'Price' : 'Price of the first period, if different'}
          error={errors.price}
          value={fields.price}
          name={isSimple ? 'price' : 'first-price'}
          onChange={(price) => set('price', price)}
        />
        {!isSimple && (
          <>
            <AmountField
              label="Price per renewal"
              error={errors.subscriptionPrice}
              value={fields.subscriptionPrice}
              name="price"
              onChange={(price) => set('subscriptionPrice', price)}
            />
            <TableFields table={basics} editor={editor} rows={['subscriptionPeriod']} />
          </>
        )}
      </div>
    </Section>
  );
}
