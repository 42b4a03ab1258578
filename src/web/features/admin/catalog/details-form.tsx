/** The details on a product's page, and their form. An empty part has no heading there. */
import { detailLinesAtMost } from '#contract/admin/product-details.ts';
import type { ProductDetails } from '#content/product-details.ts';
import { Section, Tick } from '#web/features/admin/form/editor-frame.tsx';
import {
  type FieldsOf,
  linesField,
  rowsField,
  TableFields,
  textField,
} from '#web/features/admin/form/field-table.tsx';
import { LineInput } from '#web/features/admin/form/lines-editor.tsx';
import type { Editor } from '#web/features/admin/form/use-editor.ts';
import { useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { Select } from '#web/ui/select.tsx';
import { usePublishedPostsQuery } from './calls.ts';

type Row<Name extends keyof ProductDetails> = ProductDetails[Name][number];

const stepCaptions = {
  title: 'What happens',
  time: 'How long it takes',
  text: 'Details (optional)',
} as const;

const steps = rowsField<Row<'steps'>>(
  'Steps',
  {
    one: 'Step',
    atMost: detailLinesAtMost,
    hint: 'From order to completion, each with a realistic duration.',
    empty: { title: '', time: '', text: '' },
  },
  (step, { label, name, set, onKeyDown }, errors) =>
    (['title', 'time', 'text'] as const).map((part) => (
      <LineInput
        key={part}
        label={`${label}: ${part}`}
        caption={stepCaptions[part]}
        isLong={part === 'text'}
        error={errors[`${name}.${part}`]}
        value={step[part]}
        onKeyDown={onKeyDown}
        onChange={(value) => set({ ...step, [part]: value })}
      />
    )),
);

const questions = rowsField<Row<'questions'>>(
  'Questions',
  {
    one: 'Question',
    atMost: detailLinesAtMost,
    hint: 'Common questions before buying.',
    empty: { question: '', answer: '' },
  },
  (row, { label, name, set, onKeyDown }, errors) =>
    (['question', 'answer'] as const).map((part) => (
      <LineInput
        key={part}
        label={part === 'question' ? label : `${label}: answer`}
        caption={part === 'question' ? 'Question' : 'Answer'}
        isLong={part === 'answer'}
        error={errors[`${name}.${part}`]}
        value={row[part]}
        onKeyDown={onKeyDown}
        onChange={(value) => set({ ...row, [part]: value })}
      />
    )),
);

const parts = rowsField<string>(
  'Package contents',
  {
    one: 'Product',
    atMost: 10,
    hint: 'The products in this package. The page compares their individual prices with the package price.',
    empty: '',
  },
  (id, { label, name, set }, errors) => (
    <ProductChoice label={label} value={id} error={errors[name]} onChange={set} />
  ),
);

const alongside = rowsField<Row<'alongside'>>(
  'Related products',
  {
    one: 'Offer',
    atMost: detailLinesAtMost,
    hint: 'Products to recommend with this one, and why.',
    empty: { id: '', note: '', later: false },
  },
  (offer, { label, name, set, onKeyDown }, errors) => (
    <>
      <ProductChoice
        label={label}
        value={offer.id}
        error={errors[`${name}.id`]}
        onChange={(id) => set({ ...offer, id })}
      />
      <LineInput
        label={`${label}: why`}
        caption="Why we recommend it"
        error={errors[`${name}.note`]}
        value={offer.note}
        onKeyDown={onKeyDown}
        onChange={(note) => set({ ...offer, note })}
      />
      <Tick
        label="Recommend for later (no buy button)"
        checked={offer.later}
        onChange={(later) => set({ ...offer, later })}
      />
    </>
  ),
);

const posts = rowsField<string>(
  'Guides',
  { one: 'Guide', atMost: 3, hint: 'Blog posts that help buyers decide. Up to 3.', empty: '' },
  (slug, { label, name, set }, errors) => (
    <PostChoice label={label} value={slug} error={errors[name]} onChange={set} />
  ),
);

export const details = {
  summary: textField('Summary', {
    hint: 'One sentence of 70 to 160 characters. Search engines show it too.',
  }),
  time: textField('Turnaround time', {
    hint: 'Shown next to the price. For example: Usually 2 to 6 weeks after we file.',
  }),
  gets: linesField('What the buyer gets', {
    one: 'Item',
    atMost: detailLinesAtMost,
    hint: 'If empty, the page shows the benefits from the product card.',
  }),
  needs: linesField('Required from the buyer', {
    one: 'Requirement',
    atMost: detailLinesAtMost,
    hint: 'Documents, information, and time.',
  }),
  documents: linesField('Documents', {
    one: 'Document',
    atMost: detailLinesAtMost,
    title: 'Documents the buyer receives',
    hint: 'Sent as files when the work is done.',
  }),
  excludes: linesField('Not included', {
    one: 'Exclusion',
    atMost: detailLinesAtMost,
    hint: 'Third-party fees and work, with the amount.',
  }),
  steps,
  questions,
  parts,
  alongside,
  posts,
};

type DetailsFormProps = {
  editor: Pick<Editor<FieldsOf<typeof details>>, 'fields' | 'errors' | 'set'>;
};

export const DetailsForm = ({ editor }: DetailsFormProps) => (
  <>
    <Section title="Product page" hint="Empty sections are not shown.">
      <TableFields table={details} within="details" editor={editor} rows={['summary', 'time']} />
    </Section>
    <TableFields
      table={details}
      within="details"
      editor={editor}
      rows={['gets', 'needs', 'documents', 'excludes', 'steps', 'questions', 'parts', 'alongside', 'posts']}
    />
  </>
);

type ChoiceProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
};

function PostChoice(props: ChoiceProps) {
  const { data } = usePublishedPostsQuery({ query: { limit: 100 } });
  return (
    <Choice
      {...props}
      what="a post"
      options={(data ?? []).map(({ slug, title }) => ({ id: slug, name: title }))}
    />
  );
}

function ProductChoice(props: ChoiceProps) {
  const { data } = useStaffProductsQuery({ view: 'all' });
  return <Choice {...props} what="a product" options={data?.rows ?? []} />;
}

type Options = { what: string; options: { id: string; name: string }[] };

/** A selected value that no longer exists is shown by its address. */
const Choice = ({ label, value, error, onChange, what, options }: ChoiceProps & Options) => (
  <>
    <Select
      aria-label={label}
      aria-invalid={error ? true : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {value === '' && <option value="">Choose {what}</option>}
      {value !== '' && !options.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
    {error !== undefined && (
      <p role="alert" className="text-sm font-medium text-danger">
        {value === '' ? `Choose ${what}` : error}
      </p>
    )}
  </>
);
