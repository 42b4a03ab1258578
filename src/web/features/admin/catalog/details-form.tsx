/** Fields for the details on a product's page. An empty part has no heading there. */
import { detailLinesAtMost } from '#contract/admin/product-details.ts';
import { useStaffProductsQuery } from '#web/features/admin/records/products.ts';
import { Select } from '#web/ui/select.tsx';
import { usePublishedPostsQuery } from './calls.ts';
import { Section, Tick, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LineInput, LinesEditor, RowsEditor } from '#web/features/admin/form/lines-editor.tsx';
import type { ProductFields } from './product-fields.ts';
import type { Editor } from '#web/features/admin/form/use-editor.ts';

type DetailsFormProps = Pick<Editor<ProductFields>, 'fields' | 'errors' | 'set'>;

type LineField = 'gets' | 'needs' | 'documents' | 'excludes';

const lists: { field: LineField; one: string; title: string; hint: string }[] = [
  {
    field: 'gets',
    one: 'Item',
    title: 'What the buyer gets',
    hint: 'If empty, the page shows the benefits from the product card.',
  },
  {
    field: 'needs',
    one: 'Requirement',
    title: 'Required from the buyer',
    hint: 'Documents, information, and time.',
  },
  {
    field: 'documents',
    one: 'Document',
    title: 'Documents the buyer receives',
    hint: 'Sent as files when the work is done.',
  },
  {
    field: 'excludes',
    one: 'Exclusion',
    title: 'Not included',
    hint: 'Third-party fees and work, with the amount.',
  },
];

export const DetailsForm = (props: DetailsFormProps) => {
  const { fields, errors, set } = props;
  return (
    <>
      <Section title="Product page" hint="Empty sections are not shown.">
        <Typed
          label="Summary"
          hint="One sentence of 70 to 160 characters. Search engines show it too."
          error={errors['details.summary']}
          value={fields.summary}
          onChange={(summary) => set('summary', summary)}
        />
        <Typed
          label="Turnaround time"
          hint="Shown next to the price. For example: Usually 2 to 6 weeks after we file."
          error={errors['details.time']}
          value={fields.time}
          onChange={(time) => set('time', time)}
        />
      </Section>
      {lists.map((list) => (
        <ListOfLines key={list.field} {...list} {...props} />
      ))}
      <StepsEditor {...props} />
      <QuestionsEditor {...props} />
      <Package {...props} />
      <Alongside {...props} />
      <Guides {...props} />
    </>
  );
};

type ListProps = DetailsFormProps & (typeof lists)[number];

const ListOfLines = ({ field, one, title, hint, fields, errors, set }: ListProps) => (
  <Section title={title} hint={hint}>
    <LinesEditor
      one={one}
      name={`details.${field}`}
      rows={fields[field]}
      errors={errors}
      atMost={detailLinesAtMost}
      onChange={(rows) => set(field, rows)}
    />
  </Section>
);

const StepsEditor = ({ fields, errors, set }: DetailsFormProps) => (
  <Section title="Steps" hint="From order to completion, each with a realistic duration.">
    <RowsEditor
      one="Step"
      name="details.steps"
      rows={fields.steps}
      errors={errors}
      atMost={detailLinesAtMost}
      empty={{ title: '', time: '', text: '' }}
      onChange={(steps) => set('steps', steps)}
    >
      {(step, { label, name, set: change, onKeyDown }) =>
        (['title', 'time', 'text'] as const).map((part) => (
          <LineInput
            key={part}
            label={`${label}: ${part}`}
            caption={{ title: 'What happens', time: 'How long it takes', text: 'Details (optional)' }[part]}
            isLong={part === 'text'}
            error={errors[`${name}.${part}`]}
            value={step[part]}
            onKeyDown={onKeyDown}
            onChange={(value) => change({ ...step, [part]: value })}
          />
        ))
      }
    </RowsEditor>
  </Section>
);

const QuestionsEditor = ({ fields, errors, set }: DetailsFormProps) => (
  <Section title="Questions" hint="Common questions before buying.">
    <RowsEditor
      one="Question"
      name="details.questions"
      rows={fields.questions}
      errors={errors}
      atMost={detailLinesAtMost}
      empty={{ question: '', answer: '' }}
      onChange={(questions) => set('questions', questions)}
    >
      {(row, { label, name, set: change, onKeyDown }) =>
        (['question', 'answer'] as const).map((part) => (
          <LineInput
            key={part}
            label={part === 'question' ? label : `${label}: answer`}
            caption={part === 'question' ? 'Question' : 'Answer'}
            isLong={part === 'answer'}
            error={errors[`${name}.${part}`]}
            value={row[part]}
            onKeyDown={onKeyDown}
            onChange={(value) => change({ ...row, [part]: value })}
          />
        ))
      }
    </RowsEditor>
  </Section>
);

const Package = ({ fields, errors, set }: DetailsFormProps) => (
  <Section
    title="Package contents"
    hint="The products in this package. The page compares their individual prices with the package price."
  >
    <RowsEditor
      one="Product"
      name="details.parts"
      rows={fields.parts}
      errors={errors}
      atMost={10}
      empty=""
      onChange={(parts) => set('parts', parts)}
    >
      {(id, { label, name, set: change }) => (
        <ProductChoice label={label} value={id} error={errors[name]} onChange={change} />
      )}
    </RowsEditor>
  </Section>
);

const Alongside = ({ fields, errors, set }: DetailsFormProps) => (
  <Section title="Related products" hint="Products to recommend with this one, and why.">
    <RowsEditor
      one="Offer"
      name="details.alongside"
      rows={fields.alongside}
      errors={errors}
      atMost={detailLinesAtMost}
      empty={{ id: '', note: '', later: false }}
      onChange={(alongside) => set('alongside', alongside)}
    >
      {(offer, { label, name, set: change, onKeyDown }) => (
        <>
          <ProductChoice
            label={label}
            value={offer.id}
            error={errors[`${name}.id`]}
            onChange={(id) => change({ ...offer, id })}
          />
          <LineInput
            label={`${label}: why`}
            caption="Why we recommend it"
            error={errors[`${name}.note`]}
            value={offer.note}
            onKeyDown={onKeyDown}
            onChange={(note) => change({ ...offer, note })}
          />
          <Tick
            label="Recommend for later (no buy button)"
            checked={offer.later}
            onChange={(later) => change({ ...offer, later })}
          />
        </>
      )}
    </RowsEditor>
  </Section>
);

const Guides = ({ fields, errors, set }: DetailsFormProps) => (
  <Section title="Guides" hint="Blog posts that help buyers decide. Up to 3.">
    <RowsEditor
      one="Guide"
      name="details.posts"
      rows={fields.posts}
      errors={errors}
      atMost={3}
      empty=""
      onChange={(posts) => set('posts', posts)}
    >
      {(slug, { label, name, set: change }) => (
        <PostChoice label={label} value={slug} error={errors[name]} onChange={change} />
      )}
    </RowsEditor>
  </Section>
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
