/** Saves a post automatically while it is edited, in this browser and on the server. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { PostEdit } from '#contract/admin/posts.ts';
import { attempt } from '#web/features/admin/act/use-act.ts';
import { useStaff } from '#web/features/admin/shell/staff.ts';
import { openStorage, readItem, writeItem } from '#web/local-storage.ts';
import type { z } from 'zod';
import { fieldsOf, type PostFields, toBody } from './post-fields.ts';
import { type Post, useStaffPostEditMutation } from './calls.ts';
import { type Store, type Stored, Writing, type WritingState } from './writing.ts';

export type PostWriting = Writing<PostFields, Post>;
export type PostWritingState = WritingState<PostFields, Post>;

/** Stored per post and user, so text is never offered to another user of the same computer. */
const storeOf = (name: string): Store<PostFields> => ({
  read: () => {
    try {
      return JSON.parse(readItem(openStorage(), name) ?? 'null') as Stored<PostFields> | null;
    } catch {
      return null;
    }
  },
  write: (stored) => writeItem(openStorage(), name, stored === null ? null : JSON.stringify(stored)),
});

const trimmed = (fields: PostFields): PostFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()])) as PostFields;

/** The first error of each field. */
export function problemsIn(schema: z.ZodType, body: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
    problems[String(path[0])] ??= message;
  return problems;
}

export function useWriting(
  post: Post,
  reload: () => Promise<Post>,
): { writing: PostWriting; state: PostWritingState } {
  const { id: staffId } = useStaff();
  const [edit] = useStaffPostEditMutation();
  const [writing] = useState(
    () =>
      new Writing<PostFields, Post>({
        record: post,
        fieldsOf,
        normal: (fields) => toBody(trimmed(fields), 0),
        check: (fields) => problemsIn(PostEdit, toBody(fields, post.version)),
        send: (fields, version) => attempt(() => edit({ id: post.id, body: toBody(fields, version) }), ''),
        reload,
        store: storeOf(`post ${post.id} ${staffId}`),
      }),
  );
  useEffect(() => writing.refresh(post), [writing, post]);
  useEffect(() => {
    const retry = () => void writing.flush();
    writing.start();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      writing.stop();
    };
  }, [writing]);
  return { writing, state: useSyncExternalStore(writing.subscribe, writing.state) };
}
