/** One booster, with its edit form. */
import { useParams } from 'react-router';
import { BoosterDraft, BoosterEdit } from '#contract/admin/boosters.ts';
import { formatMoney } from '#kernel/money.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import {
  centsTyped,
  dollarsAsText,
  neededDollars,
  parseRequiredInteger,
} from '#web/features/admin/form/typed-values.ts';
import { Field } from '#web/ui/field.tsx';
import { Section, Tick, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { askBeforeDraft } from './ask-before-draft.ts';
import { PublishedMark } from './list-parts.tsx';
import {
  type BoosterRecord,
  useStaffBoosterCreationMutation,
  useStaffBoosterEditMutation,
  useStaffBoosterQuery,
} from './calls.ts';
import { PriceHistory } from './price-parts.tsx';
import {
  EditRecord,
  LoadedRecord,
  NewRecord,
  type RecordForm,
} from '#web/features/admin/form/record-form.tsx';
import { addressOf, type Editor } from '#web/features/admin/form/use-editor.ts';

type BoosterFields = {
  title: string;
  price: string;
  creditLimitIncrease: string;
  description: string;
  bgColor: string;
  position: string;
  published: boolean;
};

const labels: Record<keyof BoosterFields, string> = {
  title: 'Title',
  price: 'Price',
  creditLimitIncrease: 'Limit increase',
  description: 'Description',
  bgColor: 'Color',
  position: 'Position',
  published: 'Published',
};

const fieldsOf = (booster: BoosterRecord): BoosterFields => ({
  title: booster.title,
  price: dollarsAsText(booster.price),
  creditLimitIncrease: dollarsAsText(booster.creditLimitIncrease),
  description: booster.description,
  bgColor: booster.bgColor,
  position: String(booster.position),
  published: booster.published,
});

const sharedBody = (fields: BoosterFields) => ({
  title: fields.title,
  price: neededDollars(fields.price),
  creditLimitIncrease: neededDollars(fields.creditLimitIncrease),
  description: fields.description,
  bgColor: fields.bgColor,
  position: parseRequiredInteger(fields.position),
  published: fields.published,
});

const form: RecordForm<BoosterFields, BoosterRecord> = {
  area: { path: 'catalog/boosters', title: 'Boosters' },
  permission: 'catalog.write',
  one: 'booster',
  labels,
  fresh: {
    title: '',
    price: '',
    creditLimitIncrease: '',
    description: '',
    bgColor: '#1f5c52',
    position: '100',
    published: false,
  },
  fieldsOf,
  sharedBody,
  edit: BoosterEdit,
  draft: BoosterDraft,
  namesOf: ({ title }) => ({ id: addressOf(title) }),
  asks: ({ published }, booster) => askBeforeDraft(booster.title, booster.published, published),
};

export function BoosterPage() {
  const { id = '' } = useParams();
  const query = useStaffBoosterQuery(id);
  return (
    <LoadedRecord one="booster" query={query}>
      {(booster, reload) => <EditBooster key={booster.id} booster={booster} reload={reload} />}
    </LoadedRecord>
  );
}

function EditBooster({ booster, reload }: { booster: BoosterRecord; reload: () => Promise<BoosterRecord> }) {
  const [edit] = useStaffBoosterEditMutation();
  return (
    <EditRecord
      form={form}
      record={booster}
      reload={reload}
      send={(body) => edit({ id: booster.id, body: body as never })}
      title={booster.title}
      mark={<PublishedMark published={booster.published} />}
      count={`${booster.sold} sold`}
      aside={({ fields }) => (
        <>
          <BoosterPreview fields={fields} />
          <PriceHistory prices={booster.prices.map((price) => ({ ...price, subscriptionPrice: null }))} />
        </>
      )}
    >
      {(editor) => <BoosterForm editor={editor} />}
    </EditRecord>
  );
}

export function NewBooster() {
  const [create] = useStaffBoosterCreationMutation();
  return (
    <NewRecord
      form={form}
      send={(body) => create({ body: body as never })}
      aside={({ fields }) => <BoosterPreview fields={fields} />}
    >
      {(editor) => <BoosterForm editor={editor} />}
    </NewRecord>
  );
}

function BoosterForm({ editor: { fields, set, errors } }: { editor: Editor<BoosterFields> }) {
  return (
    <Section title="Details" hint="Orders keep the price and the limit increase they were placed with.">
      <Typed
        label="Title"
        error={errors.title ?? errors.id}
        value={fields.title}
        onChange={(title) => set('title', title)}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <AmountField
          label="Price"
          hint="In US dollars."
          error={errors.price}
          value={fields.price}
          onChange={(price) => set('price', price)}
        />
        <AmountField
          label="Limit increase"
          hint="In US dollars, at most 50,000."
          error={errors.creditLimitIncrease}
          value={fields.creditLimitIncrease}
          onChange={(amount) => set('creditLimitIncrease', amount)}
        />
      </div>
      <Field label="Description" {...(errors.description === undefined ? {} : { error: errors.description })}>
        {(control) => (
          <LongText
            {...control}
            rows={3}
            value={fields.description}
            onChange={({ target }) => set('description', target.value)}
          />
        )}
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Typed
          label="Color"
          hint="For example #1f5c52."
          error={errors.bgColor}
          value={fields.bgColor}
          onChange={(color) => set('bgColor', color)}
        />
        <Typed
          label="Position"
          hint="Lower numbers come first."
          error={errors.position}
          value={fields.position}
          inputMode="numeric"
          onChange={(position) => set('position', position)}
        />
      </div>
      <Tick
        label="Published"
        hint="Visible to customers with a Net 30 account."
        checked={fields.published}
        onChange={(on) => set('published', on)}
      />
    </Section>
  );
}

function BoosterPreview({ fields }: { fields: BoosterFields }) {
  const shown = (text: string): string => {
    const amount = centsTyped(text);
    return amount === null ? '–' : formatMoney(amount);
  };
  const fill = /^#[0-9a-f]{6}$/i.test(fields.bgColor) ? fields.bgColor : '#cccccc';
  return (
    <section
      aria-label="Customer preview"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <svg viewBox="0 0 320 24" className="block w-full" aria-hidden="true">
        <rect width="320" height="24" fill={fill} />
      </svg>
      <div className="grid gap-1 p-5">
        <p className="font-display text-xl wrap-anywhere">{fields.title || 'Title'}</p>
        <p className="font-semibold">{shown(fields.price)}</p>
        <p className="text-sm text-muted">Limit increase {shown(fields.creditLimitIncrease)}</p>
        <p className="text-sm wrap-anywhere">{fields.description}</p>
      </div>
    </section>
  );
}
