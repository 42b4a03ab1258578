/** HTTP routes for shop health and alarms. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as alarms from './alarms.ts';
import { readHealth } from './read.ts';
import * as recipients from '#modules/alarms/recipients.ts';

export function staffHealthRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffReadHealth, () => readHealth(deps));
  mount(contract.staffListAlarms, () => alarms.listAlarms(deps.db));
  mount(contract.staffSettleAlarms, ({ body }, caller) => alarms.settleAlarms(deps, caller, body));
  mount(contract.staffListAlarmRecipients, () => recipients.listRecipients(deps.db));
  mount(contract.staffAddAlarmRecipient, ({ body }, caller) => recipients.addRecipient(deps, caller, body));
  mount(contract.staffRemoveAlarmRecipient, ({ params }, caller) =>
    recipients.removeRecipient(deps, caller, params.id),
  );
  mount(contract.staffTryAlarmRecipient, ({ params }, caller) =>
    recipients.tryRecipient(deps, caller, params.id),
  );
}
