/** One booster, with its edit form. */
import { useParams } from 'react-router';
import { BoosterDraft, BoosterEdit } from '#contract/admin/boosters.ts';
import { formatMoney } from '#kernel/money.ts';
import {
  dollarsField,
  type FieldsOf,
  formOf,
  integerField,
  longTextField,
  TableFields,
  textField,
  tickField,
} from '#web/features/admin/form/field-table.tsx';
import { centsTyped } from '#web/features/admin/form/typed-values.ts';
import { Section } from '#web/features/admin/form/editor-frame.tsx';
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

const table = {
  title: textField('Title', { alsoErrorOf: 'id' }),
  price: dollarsField('Price', { hint: 'In US dollars.' }),
  creditLimitIncrease: dollarsField('Limit increase', { hint: 'In US dollars, at most 50,000.' }),
  description: longTextField('Description', { rows: 3 }),
  bgColor: textField('Color', { hint: 'For example #1f5c52.', fresh: '#1f5c52' }),
  position: integerField('Position', { hint: 'Lower numbers come first.', fresh: '100' }),
  published: tickField('Published', { hint: 'Visible to customers with a Net 30 account.' }),
};
type BoosterFields = FieldsOf<typeof table>;

const form: RecordForm<BoosterFields, BoosterRecord> = {
  area: { path: 'catalog/boosters', title: 'Boosters' },
  permission: 'catalog.write',
  one: 'booster',
  ...formOf(table),
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

const BoosterForm = ({ editor }: { editor: Editor<BoosterFields> }) => (
  <Section title="Details" hint="Orders keep the price and the limit increase they were placed with.">
    <TableFields
      table={table}
      editor={editor}
      rows={['title', ['price', 'creditLimitIncrease'], 'description', ['bgColor', 'position'], 'published']}
    />
  </Section>
);

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
