/** Actions on the post being edited. Each saves pending edits first, so it applies to what the user sees. */
import { CompletePost } from '#contract/admin/posts.ts';
import { untilUploaded } from '#web/features/admin/act/pending-uploads.ts';
import { type Outcome, useAct } from '#web/features/admin/act/use-act.ts';
import { useStaffBulkStartMutation } from '#web/features/admin/bulk/calls.ts';
import * as toasts from '#web/ui/toasts.ts';
import { previewOf, toBody } from './post-fields.ts';
import { type Post, useStaffPostPublicationMutation, useStaffPostScheduleMutation } from './calls.ts';
import { type PostWriting, problemsIn } from './use-writing.ts';

export type PostActs = {
  isBusy: boolean;
  publish: () => Promise<void>;
  /** Shows visitors that staff reviewed the post today. */
  review: () => Promise<void>;
  /** Resolves to the outcome; null if the edits could not be saved. */
  schedule: (at: string) => Promise<Outcome<Post> | null>;
  unschedule: () => Promise<void>;
  unpublish: () => Promise<void>;
  preview: () => Promise<void>;
};

export function usePostActs(writing: PostWriting): PostActs {
  const act = useAct();
  const [publication] = useStaffPostPublicationMutation();
  const [scheduling] = useStaffPostScheduleMutation();
  const [startBulk] = useStaffBulkStartMutation();

  /** The saved record; null if the edits are incomplete or could not be saved. */
  const complete = async (): Promise<Post | null> => {
    await untilUploaded();
    const { fields, record } = writing.state();
    const missing = problemsIn(CompletePost, toBody(fields, record.version));
    if (Object.keys(missing).length === 0) return writing.flush();
    writing.setErrors(missing);
    toasts.error(Object.values(missing)[0] ?? '');
    focusFirst();
    return null;
  };
  const tell = (outcome: Outcome<Post> | null, done: string): void => {
    if (outcome?.kind === 'done') {
      writing.took(outcome.data);
      toasts.success(done);
    } else if (outcome?.kind === 'changed' || outcome?.kind === 'refused')
      toasts.error(outcome.error.message);
  };
  const publish = async (done: string): Promise<void> => {
    const post = await complete();
    if (post === null) return;
    const { id, version } = post;
    tell(await act.run({ version }, () => publication({ id, body: { version } })), done);
  };
  const schedule = async (at: string | null): Promise<Outcome<Post> | null> => {
    const post = at === null ? await writing.flush() : await complete();
    if (post === null) return null;
    const { id, version } = post;
    return act.run({ at, version }, () => scheduling({ id, body: { version, at } }));
  };
  return {
    isBusy: act.isBusy,
    publish: () => publish('Published'),
    review: () => publish('Marked as reviewed today'),
    schedule: async (at) => {
      const outcome = await schedule(at);
      tell(outcome, 'Publishing scheduled');
      return outcome;
    },
    unschedule: async () => tell(await schedule(null), 'Schedule canceled'),
    unpublish: async () => {
      const { id } = writing.state().record;
      const outcome = await act.run({ id }, (key) =>
        startBulk({ kind: 'unpublish_posts', chosen: { ids: [id] }, key }),
      );
      if (outcome?.kind === 'refused') toasts.error(outcome.error.message);
    },
    preview: async () => {
      // Opened in the click handler, because browsers block windows opened later.
      const opened = window.open('', '_blank');
      const post = await writing.flush();
      const address = previewOf(writing.state().record.id);
      if (post === null)
        toasts.error('Your latest changes are not saved yet and are missing from the preview');
      if (opened === null) window.location.assign(address);
      else opened.location.replace(address);
    },
  };
}

/** Runs after the errors have rendered. */
function focusFirst(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}
