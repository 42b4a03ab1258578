/** One product, to be read and changed: what shoppers see, its price and what became of it. */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ProductDraft, ProductEdit } from '#contract/admin/catalogue.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { BenefitsEditor } from './benefits-editor.tsx';
import { type Product, useStaffProductCreationMutation, useStaffProductEditMutation, useStaffProductQuery } from './catalogue-api.ts';
import { EditorFrame, Section, Tick, Typed } from './editor-frame.tsx';
import { PictureField } from './picture-field.tsx';
import { PriceHistory, SubscriberPrice } from './price-parts.tsx';
import { PublishedMark } from './product-list.tsx';
import { ProductPreview } from './product-preview.tsx';
import { amountAsText, amountIn, type Editor, useEditor } from './use-editor.ts';

const area = { path: 'catalogue/products', title: 'Products' };

type ProductFields = {
  name: string;
  id: string;
  type: Product['type'];
  price: string;
  subscriptionPrice: string;
  subscriptionPeriod: 'month' | 'year';
  image: string;
  benefits: string[];
  published: boolean;
};

const labels: Record<keyof ProductFields, string> = {
  name: 'Name',
  id: 'Address',
  type: 'Type',
  price: 'Price',
  subscriptionPrice: 'Price of each renewal',
  subscriptionPeriod: 'Renews every',
  image: 'Picture',
  benefits: 'Benefits',
  published: 'Published',
};

const fieldsOf = (product: Product): ProductFields => ({
  name: product.name,
  id: product.id,
  type: product.type,
  price: amountAsText(product.price),
  subscriptionPrice: amountAsText(product.subscriptionPrice),
  subscriptionPeriod: product.subscriptionPeriod ?? 'month',
  image: product.image,
  benefits: product.benefits,
  published: product.published,
});

const sharedBody = (fields: ProductFields) => ({
  name: fields.name,
  type: fields.type,
  price: amountIn(fields.price),
  subscriptionPrice: fields.type === 'subscription' ? amountIn(fields.subscriptionPrice) : null,
  subscriptionPeriod: fields.type === 'subscription' ? fields.subscriptionPeriod : null,
  image: fields.image,
  benefits: fields.benefits,
  published: fields.published,
});

export function ProductPage() {
  const { id = '' } = useParams();
  const query = useStaffProductQuery(id);
  return (
    <Loaded what="The product" query={query} skeleton={<RecordSkeleton />}>
      {(product) => <EditProduct key={product.id} product={product} readAgain={() => query.refetch().unwrap()} />}
    </Loaded>
  );
}

function EditProduct({ product, readAgain }: { product: Product; readAgain: () => Promise<Product> }) {
  const [edit] = useStaffProductEditMutation();
  const editor = useEditor<ProductFields, Product>({
    record: product,
    fieldsOf,
    toBody: (fields, { version }) => ({ ...sharedBody(fields), version }),
    schema: ProductEdit,
    send: (body) => edit({ id: product.id, body: body as never }),
    readAgain,
    onSaved: ({ published }) => toasts.success(published ? 'Saved. Shoppers see it now' : 'Saved as a draft'),
  });
  const { changed } = product;
  return (
    <EditorFrame
      area={area}
      title={product.name}
      mark={<PublishedMark published={product.published} />}
      below={
        <p className="text-sm text-muted">
          {product.sold} sold
          {changed && (
            <>
              {' · Changed '}
              <Moment at={changed.at} full /> {changed.by && `by ${changed.by}`}
            </>
          )}
        </p>
      }
      action="Save"
      labels={labels}
      editor={editor}
      by={changed?.by ?? undefined}
      aside={
        <>
          <ProductPreview product={previewOf(editor.fields)} />
          {product.type === 'subscription' && <SubscriberPrice product={product} />}
          <PriceHistory prices={product.prices} />
        </>
      }
    >
      <ProductForm editor={editor} isNew={false} />
    </EditorFrame>
  );
}

const fresh: ProductFields = {
  ...{
    name: '',
    id: '',
    type: 'simple',
    price: '',
    subscriptionPrice: '',
    subscriptionPeriod: 'month',
    image: '',
    benefits: [''],
    published: false,
  },
};

export function NewProduct() {
  const navigate = useNavigate();
  const [create] = useStaffProductCreationMutation();
  const [made, setMade] = useState<string | null>(null);
  const editor = useEditor<ProductFields, Product | null>({
    record: null,
    fieldsOf: (record) => (record === null ? fresh : fieldsOf(record)),
    toBody: (fields) => ({ ...sharedBody(fields), id: fields.id || addressOf(fields.name) }),
    schema: ProductDraft,
    send: (body) => create(body as never),
    readAgain: async () => null,
    onSaved: (record) => setMade(record?.id ?? null),
  });
  // After the form counts as saved, so that leaving it asks nothing.
  useEffect(() => {
    if (made === null) return;
    toasts.success('The product is made');
    void navigate(`/admin/${area.path}/${made}`, { replace: true });
  }, [made, navigate]);
  return (
    <EditorFrame
      area={area}
      title="New product"
      action="Create"
      labels={labels}
      editor={editor}
      aside={<ProductPreview product={previewOf(editor.fields)} />}
    >
      <ProductForm editor={editor} isNew />
    </EditorFrame>
  );
}

/** `Employer ID number (EIN)` becomes `employer-id-number-ein`. */
export const addressOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);

type FormProps = { editor: Editor<ProductFields>; isNew: boolean };

const ProductForm = ({ editor, isNew }: FormProps) => (
  <>
    <Basics editor={editor} isNew={isNew} />
    <Prices editor={editor} />
    <Section title="Benefits" hint="What the buyer gets. The first one stands on the card, the others behind Show more.">
      <BenefitsEditor benefits={editor.fields.benefits} errors={editor.errors} onChange={(benefits) => editor.set('benefits', benefits)} />
    </Section>
    <Section title="On the catalog">
      <Tick
        label="Published"
        hint="Shoppers see and buy it. Otherwise it is a draft that only our team sees."
        checked={editor.fields.published}
        onChange={(published) => editor.set('published', published)}
      />
    </Section>
  </>
);

function Basics({ editor: { fields, set, errors }, isNew }: FormProps) {
  return (
    <Section title="What it is">
      <Typed label="Name" error={errors.name} value={fields.name} onChange={(name) => set('name', name)} />
      {isNew && (
        <>
          <Typed
            label="Address"
            hint={`Left empty, it is ${addressOf(fields.name) || 'made from the name'}. It stays for good.`}
            error={errors.id}
            value={fields.id}
            onChange={(id) => set('id', id)}
          />
          <Field label="Type" hint="It stays as it is once the product is made.">
            {(control) => (
              <Select {...control} value={fields.type} onChange={({ target }) => set('type', target.value as Product['type'])}>
                <option value="simple">Bought once</option>
                <option value="subscription">Subscription</option>
              </Select>
            )}
          </Field>
        </>
      )}
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
          ? 'In US dollars. Left empty, shoppers are asked to contact us.'
          : 'In US dollars, for new buyers. Those who subscribe already keep their price.'
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-3">
        <Typed
          label={fields.type === 'simple' ? 'Price' : 'First period, if it differs'}
          error={errors.price}
          value={fields.price}
          inputMode="decimal"
          onChange={(price) => set('price', price)}
        />
        {fields.type === 'subscription' && (
          <>
            <Typed
              label="Each renewal"
              error={errors.subscriptionPrice}
              value={fields.subscriptionPrice}
              inputMode="decimal"
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

function previewOf(fields: ProductFields) {
  const shown = (text: string): number | null => {
    const amount = amountIn(text);
    return amount === null || Number.isNaN(amount) ? null : Math.round(amount * 100) / 100;
  };
  const { price, subscriptionPrice, subscriptionPeriod, ...rest } = sharedBody(fields);
  return {
    ...rest,
    id: fields.id,
    price: price === null ? null : shown(fields.price),
    subscriptionPrice: subscriptionPrice === null ? null : shown(fields.subscriptionPrice),
    subscriptionPeriod,
    productBenefits: fields.benefits.map((text) => ({ text })),
  };
}
