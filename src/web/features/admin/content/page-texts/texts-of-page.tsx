/** Edits the texts of one page: its entries, a link to the page, and the version history. */
import { type ReactNode, useState } from 'react';
import { EditorFrame, Section } from '#web/features/admin/form/editor-frame.tsx';
import { LoadedRecord } from '#web/features/admin/form/record-form.tsx';
import { useEditor } from '#web/features/admin/form/use-editor.ts';
import { ContentScreens } from '#web/features/admin/content/content-screens.tsx';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { LastChange, RestorableHistory } from '#web/features/admin/form/version-history.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { changesBetween } from './changes.ts';
import {
  bodyOf,
  calledIn,
  type Entry,
  type EntryKind,
  fieldsOf,
  labelsIn,
  type ListFields,
  schemaOf,
} from './entry-fields.ts';
import { EntryList, type PartsProps } from './entry-list.tsx';
import { type PageTextRecord, useStaffPageTextsQuery, useStaffPageTextsSaveMutation } from './calls.ts';

type TextsOfPageProps = {
  kind: EntryKind;
  title: 'FAQ' | 'Testimonials' | 'Assurances' | 'Sample order';
  /** The public address of the page. */
  path: string;
  section: { title: string; hint: string };
  children: (props: PartsProps) => ReactNode;
};

export function TextsOfPage(props: TextsOfPageProps) {
  const query = useStaffPageTextsQuery(props.kind.key);
  /** Incremented to remount the form after an earlier version was restored. */
  const [times, setTimes] = useState(0);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ContentScreens now={props.title} />
      <LoadedRecord one={props.title === 'FAQ' ? 'FAQ' : props.title.toLowerCase()} query={query}>
        {(record, reload) => (
          <ListForm
            key={times}
            {...props}
            record={record}
            reload={reload}
            onRestored={() => void reload().then(() => setTimes(times + 1))}
          />
        )}
      </LoadedRecord>
    </div>
  );
}

type ListFormProps = TextsOfPageProps & {
  record: PageTextRecord;
  reload: () => Promise<PageTextRecord>;
  onRestored: () => void;
};

function ListForm({ kind, title, path, section, record, reload, onRestored, children }: ListFormProps) {
  const [send] = useStaffPageTextsSaveMutation();
  const mayWrite = useMay('content.write');
  const editor = useEditor<ListFields, PageTextRecord>({
    record,
    fieldsOf: ({ entries }) => fieldsOf(kind, entries),
    toBody: (fields, { version }) => bodyOf(kind, fields, version),
    schema: schemaOf(kind),
    send: ({ body }) => send({ body: body as never }) as never,
    reload,
    onSaved: () => toasts.success('Saved and published'),
  });
  const { key, version, changed, entries, usual, history } = record;
  const restore = (earlier: readonly Entry[]) => send({ body: { key, version, entries: earlier } as never });
  return (
    <EditorFrame
      permission="content.write"
      title={title}
      below={<LastChange changed={changed} />}
      action="Save"
      labels={labelsIn(kind, editor.fields)}
      readable={(name, value) =>
        name === 'order' ? (value as string[]).map((id) => calledIn(kind, editor.fields, id)) : value
      }
      editor={editor}
      by={changed?.by ?? undefined}
      aside={
        <>
          <Facts title="Shown on">
            <NewTabLink to={path}>{title === 'FAQ' ? 'FAQ page' : 'Home page'}</NewTabLink>
          </Facts>
          <RestorableHistory<readonly Entry[]>
            permission="content.write"
            history={history.map(({ entries: value, ...version }) => ({ ...version, value }))}
            usual={usual}
            now={{ version, value: entries }}
            changes={(before, after) => changesBetween(kind, before, after)}
            question={`Restore this version?`}
            restore={restore}
            onRestored={onRestored}
          />
        </>
      }
    >
      <Section {...section}>
        <EntryList kind={kind} editor={editor} mayWrite={mayWrite} usual={usual}>
          {children}
        </EntryList>
      </Section>
    </EditorFrame>
  );
}
