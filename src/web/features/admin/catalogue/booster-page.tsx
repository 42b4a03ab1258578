/** One booster, to be read and changed. */
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BoosterDraft, BoosterEdit } from '#contract/admin/boosters.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Field } from '#web/ui/field.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { type Booster, useStaffBoosterCreationMutation, useStaffBoosterEditMutation, useStaffBoosterQuery } from './offers-api.ts';
import { EditorFrame, Section, Tick, Typed } from './editor-frame.tsx';
import { addressOf } from './product-page.tsx';
import { PublishedMark } from './product-list.tsx';
import { amountAsText, amountIn, type Editor, useEditor } from './use-editor.ts';

const area = { path: 'catalogue/boosters', title: 'Boosters' };

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
  creditLimitIncrease: 'Raises the limit by',
  description: 'Description',
  bgColor: 'Color',
  position: 'Place',
  published: 'Published',
};

const fieldsOf = (booster: Booster): BoosterFields => ({
  title: booster.title,
  price: amountAsText(booster.price),
  creditLimitIncrease: amountAsText(booster.creditLimitIncrease),
  description: booster.description,
  bgColor: booster.bgColor,
  position: String(booster.position),
  published: booster.published,
});

const sharedBody = (fields: BoosterFields) => ({
  title: fields.title,
  price: amountIn(fields.price) ?? Number.NaN,
  creditLimitIncrease: amountIn(fields.creditLimitIncrease) ?? Number.NaN,
  description: fields.description,
  bgColor: fields.bgColor,
  position: amountIn(fields.position) ?? Number.NaN,
  published: fields.published,
});

export function BoosterPage() {
  const { id = '' } = useParams();
  const query = useStaffBoosterQuery(id);
  return (
    <Loaded what="The booster" query={query} skeleton={<RecordSkeleton />}>
      {(booster) => <EditBooster key={booster.id} booster={booster} readAgain={() => query.refetch().unwrap()} />}
    </Loaded>
  );
}

function EditBooster({ booster, readAgain }: { booster: Booster; readAgain: () => Promise<Booster> }) {
  const [edit] = useStaffBoosterEditMutation();
  const editor = useEditor<BoosterFields, Booster>({
    record: booster,
    fieldsOf,
    toBody: (fields, { version }) => ({ ...sharedBody(fields), version }),
    schema: BoosterEdit,
    send: (body) => edit({ id: booster.id, body: body as never }),
    readAgain,
    onSaved: () => toasts.success('Saved'),
  });
  const { changed } = booster;
  return (
    <EditorFrame
      area={area}
      title={booster.title}
      mark={<PublishedMark published={booster.published} />}
      below={
        <p className="text-sm text-muted">
          {booster.sold} sold
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
      aside={<BoosterPreview fields={editor.fields} />}
    >
      <BoosterForm editor={editor} />
    </EditorFrame>
  );
}

const fresh: BoosterFields = {
  title: '',
  price: '',
  creditLimitIncrease: '',
  description: '',
  bgColor: '#1f5c52',
  position: '100',
  published: false,
};

export function NewBooster() {
  const navigate = useNavigate();
  const [create] = useStaffBoosterCreationMutation();
  const [made, setMade] = useState<string | null>(null);
  const editor = useEditor<BoosterFields, Booster | null>({
    record: null,
    fieldsOf: (record) => (record === null ? fresh : fieldsOf(record)),
    toBody: (fields) => ({ ...sharedBody(fields), id: addressOf(fields.title) }),
    schema: BoosterDraft,
    send: (body) => create(body as never),
    readAgain: async () => null,
    onSaved: (record) => setMade(record?.id ?? null),
  });
  useEffect(() => {
    if (made !== null) void navigate(`/admin/${area.path}/${made}`, { replace: true });
  }, [made, navigate]);
  return (
    <EditorFrame
      area={area}
      title="New booster"
      action="Create"
      labels={labels}
      editor={editor}
      aside={<BoosterPreview fields={editor.fields} />}
    >
      <BoosterForm editor={editor} />
    </EditorFrame>
  );
}

function BoosterForm({ editor: { fields, set, errors } }: { editor: Editor<BoosterFields> }) {
  return (
    <Section title="What it is" hint="An order that was placed keeps the price and the rise that it was placed with.">
      <Typed label="Title" error={errors.title ?? errors.id} value={fields.title} onChange={(title) => set('title', title)} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Typed
          label="Price"
          hint="In US dollars."
          error={errors.price}
          value={fields.price}
          inputMode="decimal"
          onChange={(price) => set('price', price)}
        />
        <Typed
          label="Raises the limit by"
          hint="In US dollars, at most 50,000."
          error={errors.creditLimitIncrease}
          value={fields.creditLimitIncrease}
          inputMode="decimal"
          onChange={(amount) => set('creditLimitIncrease', amount)}
        />
      </div>
      <Field label="Description" {...(errors.description === undefined ? {} : { error: errors.description })}>
        {(control) => (
          <LongText {...control} rows={3} value={fields.description} onChange={({ target }) => set('description', target.value)} />
        )}
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Typed
          label="Color"
          hint="Such as #1f5c52."
          error={errors.bgColor}
          value={fields.bgColor}
          onChange={(color) => set('bgColor', color)}
        />
        <Typed
          label="Place"
          hint="Lower numbers stand first."
          error={errors.position}
          value={fields.position}
          inputMode="numeric"
          onChange={(position) => set('position', position)}
        />
      </div>
      <Tick
        label="Published"
        hint="Customers with a Net 30 account see and buy it."
        checked={fields.published}
        onChange={(on) => set('published', on)}
      />
    </Section>
  );
}

function BoosterPreview({ fields }: { fields: BoosterFields }) {
  const shown = (text: string): string => {
    const amount = amountIn(text);
    return amount === null || Number.isNaN(amount) ? '–' : formatMoney(fromDollars(amount));
  };
  const fill = /^#[0-9a-f]{6}$/i.test(fields.bgColor) ? fields.bgColor : '#cccccc';
  return (
    <section aria-label="As customers see it" className="overflow-hidden rounded-lg border border-line bg-surface">
      <svg viewBox="0 0 320 24" className="block w-full" aria-hidden="true">
        <rect width="320" height="24" fill={fill} />
      </svg>
      <div className="grid gap-1 p-5">
        <p className="font-display text-xl wrap-anywhere">{fields.title || 'Title'}</p>
        <p className="font-semibold">{shown(fields.price)}</p>
        <p className="text-sm text-muted">Raises the limit by {shown(fields.creditLimitIncrease)}</p>
        <p className="text-sm wrap-anywhere">{fields.description}</p>
      </div>
    </section>
  );
}
