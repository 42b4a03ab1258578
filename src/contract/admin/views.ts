/** Saved views of lists: view, filters, and sort under a name, for one person or the whole team. */
import { idPattern } from '#kernel/ids.ts';
import { endpoint } from '#contract/endpoint.ts';
import { required } from '#contract/values.ts';
import { z } from 'zod';

const List = z
  .string()
  .regex(/^[a-z][a-z-]*(\/[a-z-]+)?$/, 'List not found')
  .max(60);
const Name = required('Name is required', 40);
/** A list's query without a page. The list itself validates it and rejects unknown parameters. */
const Query = z
  .record(z.string().regex(/^[a-zA-Z]{1,30}$/), z.string().max(400))
  .refine((query) => Object.keys(query).length <= 20 && !('cursor' in query), 'This view cannot be saved');

/** For one list and one person. */
export const savedViewsAtMost = 20;

export const SavedView = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  shared: z.boolean(),
  /** The caller may rename, change, and delete it. */
  editable: z.boolean(),
  /** The first name of its author. */
  by: z.string(),
});

const byId = z.strictObject({ id: z.string().regex(idPattern('view'), 'This view no longer exists') });

export const staffListViews = endpoint({
  method: 'GET',
  path: '/api/admin/views',
  access: 'staff',
  permission: 'home.read',
  summary: "Lists saved views of a list, the caller's own first",
  query: z.strictObject({ list: List }),
  response: z.object({ views: z.array(SavedView) }),
});

export const staffSaveView = endpoint({
  method: 'POST',
  path: '/api/admin/views',
  access: 'staff',
  permission: 'home.read',
  summary: 'Saves the current filters as a named view',
  body: z.strictObject({ list: List, name: Name, query: Query }),
  response: SavedView,
});

export const staffChangeView = endpoint({
  method: 'PUT',
  path: '/api/admin/views/{id}',
  access: 'staff',
  permission: 'home.read',
  summary: 'Renames a view or changes its filters',
  params: byId,
  body: z.strictObject({ name: Name, query: Query }),
  response: SavedView,
});

export const staffDeleteView = endpoint({
  method: 'DELETE',
  path: '/api/admin/views/{id}',
  access: 'staff',
  permission: 'home.read',
  summary: 'Deletes a view',
  params: byId,
  response: z.object({ id: z.string() }),
});

export const staffShareView = endpoint({
  method: 'POST',
  path: '/api/admin/views/{id}/sharing',
  access: 'staff',
  permission: 'views.share',
  summary: 'Shares a view with the team or makes it private',
  params: byId,
  body: z.strictObject({ shared: z.boolean() }),
  response: SavedView,
});
