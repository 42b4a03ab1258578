/** The body of a post: the editor if it can represent the body losslessly, otherwise a read-only view. */
import { lazy, Suspense, useState } from 'react';
import { PostBody } from '#web/features/blog/post-body.tsx';
import { PartBoundary } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isLossless } from './editor/body-text.ts';
import type { PostWriting, PostWritingState } from './use-writing.ts';

const PostEditor = lazy(() => import('./editor/post-editor.tsx'));

export function BodyField({
  writing,
  state: { fields, errors },
}: {
  writing: PostWriting;
  state: PostWritingState;
}) {
  const mayWrite = useMay('content.write');
  const [canEdit] = useState(() => isLossless(fields.body));
  if (!canEdit)
    return (
      <div className="grid gap-4">
        <Notice tone="warn" title="The text is read-only here">
          <p>
            The editor does not support its markup. You can change the settings around it. Change the text in
            its file and import it again.
          </p>
        </Notice>
        <PostBody html={fields.body} />
      </div>
    );
  return (
    <PartBoundary what="The editor">
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <PostEditor
          body={fields.body}
          isEditable={mayWrite}
          error={errors.body}
          onChange={(body) => writing.set('body', body)}
        />
      </Suspense>
    </PartBoundary>
  );
}
