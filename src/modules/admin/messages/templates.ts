/** Answer templates as the console reads them. */
import type * as contract from '#contract/admin/messages.ts';
import type { Handled } from '#contract/endpoint.ts';
import * as templates from '#modules/contact/templates.ts';
import type { Deps } from '#modules/shared/deps.ts';

type Wire = Handled<typeof contract.staffCreateTemplate>;

export const toTemplate = ({
  createdAt,
  changedAt,
  changedBy,
  ...template
}: Awaited<ReturnType<typeof templates.createTemplate>>): Wire => ({
  ...template,
  createdAt: createdAt.toISOString(),
  changed: { at: (changedAt ?? createdAt).toISOString(), by: changedBy || null },
});

export const listTemplates = async (deps: Deps): Promise<{ templates: Wire[] }> => ({
  templates: (await templates.listTemplates(deps)).map(toTemplate),
});
