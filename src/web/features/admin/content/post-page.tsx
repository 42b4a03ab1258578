/**
 * Edits one post: its text, its settings, and actions on it. Edits are saved automatically; publishing is a
 * separate action.
 */
import { useParams } from 'react-router';
import { LoadedRecord } from '#web/features/admin/form/record-form.tsx';
import { BackLink } from '#web/features/admin/detail/record-page.tsx';
import { ConflictDialog } from '#web/features/admin/form/conflict-dialog.tsx';
import { UnsavedGuard } from '#web/features/admin/form/unsaved-guard.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ActButtons } from './act-buttons.tsx';
import { BodyField } from './body-field.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { labels, wordsOf } from './post-fields.ts';
import { PostMark } from './post-mark.tsx';
import { PostSettings } from './post-settings.tsx';
import { type Post, useStaffPostQuery } from './calls.ts';
import { SaveState } from './save-state.tsx';
import { TitleField } from './title-field.tsx';
import { type PostWriting, type PostWritingState, useWriting } from './use-writing.ts';

const area = { path: 'content/posts', title: 'Posts' };

export function PostPage() {
  const { id = '' } = useParams();
  const query = useStaffPostQuery(id);
  return (
    <LoadedRecord one="post" query={query}>
      {(post, reload) => <PostScreen key={post.id} post={post} reload={reload} />}
    </LoadedRecord>
  );
}

function PostScreen({ post, reload }: { post: Post; reload: () => Promise<Post> }) {
  const mayWrite = useMay('content.write');
  const { writing, state } = useWriting(post, reload);
  const { record, fields, phase } = state;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead
        title={fields.title || 'Untitled'}
        mark={<PostMark post={record} />}
        above={<BackLink area={area} />}
        below={<SaveState writing={writing} state={state} />}
        actions={<ActButtons writing={writing} state={state} />}
      />
      {!mayWrite && <p className="text-sm text-muted">Your role can view this but not change it.</p>}
      {record.problem !== '' && (
        <Notice tone="danger" title="Scheduled publishing failed">
          <p>{record.problem}</p>
        </Notice>
      )}
      <div className="flex flex-col gap-x-10 gap-y-8 lg:flex-row lg:items-start">
        <fieldset disabled={!mayWrite} className="grid min-w-0 grow grid-cols-1 gap-4">
          <legend className="sr-only">The post</legend>
          <TitleField writing={writing} state={state} />
          <BodyField key={state.epoch} writing={writing} state={state} />
        </fieldset>
        <div className="w-full shrink-0 lg:w-facts">
          <PostSettings writing={writing} state={state} />
        </div>
      </div>
      <UnsavedGuard isDirty={state.isUnstored && phase !== 'saved'} />
      <Questions writing={writing} state={state} />
    </div>
  );
}

const shownAtMost = 400;

function Questions({ writing, state }: { writing: PostWriting; state: PostWritingState }) {
  const { conflict, isConflictAside, fields, offered, record } = state;
  return (
    <>
      <ConflictDialog
        conflict={conflict === null || isConflictAside ? null : { ...conflict, mine: fields }}
        labels={labels}
        show={(name, value) => {
          const words = name === 'body' ? wordsOf(String(value)) : String(value);
          return words === ''
            ? 'Empty'
            : words.length > shownAtMost
              ? `${words.slice(0, shownAtMost)}…`
              : words;
        }}
        {...(record.changed.by === null ? {} : { by: record.changed.by })}
        isBusy={false}
        onSave={(merged) => void writing.answerConflict(merged)}
        onClose={() => writing.putConflictAside(true)}
      />
      <OfferDialog offered={offered} onAnswer={(isTaken) => void writing.answerOffer(isTaken)} />
    </>
  );
}
