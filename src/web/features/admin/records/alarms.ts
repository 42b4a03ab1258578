/** Resolves alarms, on the home screen and under Health. */
import { staffSettleAlarms } from '#contract/admin/health.ts';
import { staffMutation } from '#web/features/admin/shell/staff-calls.ts';

export const useStaffSettleAlarmsMutation = staffMutation(staffSettleAlarms, ['StaffHome', 'StaffHealth']);
