/** The state of a post as a badge. */
import { Badge } from '#web/ui/badge.tsx';
import type { PostRow } from './calls.ts';

type Marked = Pick<PostRow, 'state' | 'isPublic' | 'hasChanges' | 'problem'>;

export function PostMark({ post: { state, isPublic, hasChanges, problem } }: { post: Marked }) {
  if (problem !== '') return <Badge tone="danger">Publishing failed</Badge>;
  if (state === 'scheduled')
    return <Badge tone="credit">{isPublic ? 'Changes scheduled' : 'Scheduled'}</Badge>;
  if (state === 'draft') return <Badge tone="plain">Draft</Badge>;
  return (
    <Badge tone={hasChanges ? 'warn' : 'ok'}>
      {hasChanges ? 'Published, unpublished changes' : 'Published'}
    </Badge>
  );
}
