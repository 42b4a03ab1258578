/** HTTP routes for messages as staff see them. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import * as templates from '#modules/contact/templates.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { listMessages } from './list.ts';
import * as record from './record.ts';
import { listTemplates, toTemplate } from './templates.ts';

export function staffMessageRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListMessages, ({ query }, caller) => listMessages(deps, caller.userId, query));
  mount(contract.staffReadMessage, ({ params }, caller) => record.readMessage(deps, caller, params.id));
  mount(contract.staffAnswerMessage, (received, caller) => record.answerMessage(deps, caller, received));
  mount(contract.staffNoteOnMessage, ({ params, body }, caller) =>
    record.noteOnMessage(deps, caller, params.id, body.text),
  );
  mount(contract.staffAssignMessage, ({ params, body }, caller) =>
    record.assignMessage(deps, caller, params.id, body),
  );
  mount(contract.staffMoveMessage, ({ params, body }, caller) =>
    record.moveMessage(deps, caller, params.id, body),
  );
  mount(contract.staffListTemplates, () => listTemplates(deps));
  mount(contract.staffCreateTemplate, async ({ body }, caller) =>
    toTemplate(await templates.createTemplate(deps, caller, body)),
  );
  mount(contract.staffEditTemplate, async ({ params, body }, caller) =>
    toTemplate(await templates.editTemplate(deps, caller, { id: params.id, ...body })),
  );
  mount(contract.staffDeleteTemplate, ({ params }, caller) =>
    templates.deleteTemplate(deps, caller, params.id),
  );
}
