/** Shared parts of the catalog's lists: the New button, the published badge, and the views. */
import type { ReactNode } from 'react';
import type { BulkAct, View } from '#web/features/admin/list/definition.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export const PublishedMark = ({ published }: { published: boolean }) => (
  <Badge tone={published ? 'ok' : 'plain'}>{published ? 'Published' : 'Draft'}</Badge>
);

export const publishedViews: readonly [View, ...View[]] = [
  { id: 'all', title: 'All' },
  { id: 'published', title: 'Published' },
  { id: 'drafts', title: 'Drafts' },
];

/** Bulk action that turns products or boosters back into drafts. */
export const unpublishing = <Row extends { published: boolean }>(
  kind: 'unpublish_products' | 'unpublish_boosters',
  singular: string,
  many: string,
): BulkAct<Row> => ({
  kind,
  label: 'Unpublish',
  permission: 'catalog.write',
  hindrance: ({ published }) => (published ? null : 'they are already drafts'),
  ask: (count, isOne) => ({
    title: `Unpublish ${count} ${isOne ? singular : many}?`,
    action: `Unpublish ${count} ${isOne ? singular : many}`,
    body: 'Customers can no longer see or buy them. Existing orders stay unchanged. You have 8 seconds to undo this.',
  }),
});

/** `children`: more actions for users with write permission. */
export const MakeNew = ({ one, children }: { one: string; children?: ReactNode }) =>
  useMay('catalog.write') ? (
    <>
      {children}
      <ButtonLink size="small" to={`/admin/catalog/new-${one}`}>
        New {one}
      </ButtonLink>
    </>
  ) : null;
