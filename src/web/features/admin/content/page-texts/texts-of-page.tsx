/** Edits the texts of one page: its entries, a link to the page, and the version history. */
import type { ReactNode } from 'react';
import { Section } from '#web/features/admin/form/editor-frame.tsx';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Facts } from '#web/features/admin/detail/facts.tsx';
import { VersionedForm } from '#web/features/admin/form/versioned-form.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';
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

export function TextsOfPage({ kind, title, path, section, children }: TextsOfPageProps) {
  const query = useStaffPageTextsQuery(kind.key);
  const [save] = useStaffPageTextsSaveMutation();
  const mayWrite = useMay('content.write');
  return (
    <div className="grid grid-cols-1 gap-4">
      <LinksOfArea />
      <VersionedForm<ListFields, PageTextRecord, readonly Entry[]>
        one={title === 'FAQ' ? 'FAQ' : title.toLowerCase()}
        query={query}
        permission="content.write"
        title={title}
        labelsOf={(fields) => labelsIn(kind, fields)}
        readable={(name, value, fields) =>
          name === 'order' ? (value as string[]).map((id) => calledIn(kind, fields, id)) : value
        }
        fieldsOf={({ entries }) => fieldsOf(kind, entries)}
        toBody={(fields, { version }) => bodyOf(kind, fields, version)}
        schema={schemaOf(kind)}
        send={({ body }) => save({ body: body as never }) as never}
        saved="Saved and published"
        contentsOf={({ entries, usual, history }) => ({
          value: entries,
          defaults: usual,
          history: history.map(({ entries: value, ...version }) => ({ ...version, value })),
        })}
        changes={(before, after) => changesBetween(kind, before, after)}
        question="Restore this version?"
        restore={(entries, { key, version }) => save({ body: { key, version, entries } as never })}
        aside={
          <Facts title="Shown on">
            <NewTabLink to={path}>{title === 'FAQ' ? 'FAQ page' : 'Home page'}</NewTabLink>
          </Facts>
        }
      >
        {(editor, { usual }) => (
          <Section {...section}>
            <EntryList kind={kind} editor={editor} mayWrite={mayWrite} usual={usual}>
              {children}
            </EntryList>
          </Section>
        )}
      </VersionedForm>
    </div>
  );
}
