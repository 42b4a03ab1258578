/** Calls of the home screen: tasks and figures. */
import { staffSettleAlarms } from '#contract/admin/health.ts';
import { staffReadFigures, staffReadTodo } from '#contract/admin/overview.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffApi } from '#web/features/admin/shell/staff-api.ts';
import { ask } from '#web/session/api.ts';

export type TodoPart = Answer<typeof staffReadTodo>['parts'][number];
export type TodoItem = TodoPart['items'][number];
export type Figures = Answer<typeof staffReadFigures>;
export type FigureDays = NonNullable<NonNullable<Sent<typeof staffReadFigures>['query']>['days']>;

const overviewApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffTodo: build.query<TodoPart[], void>({
      query: () => ask(staffReadTodo),
      transformResponse: ({ parts }: Answer<typeof staffReadTodo>) => parts,
      providesTags: ['StaffHome'],
    }),
    staffFigures: build.query<Figures, FigureDays>({
      query: (days) => ask(staffReadFigures, { query: { days } }),
      providesTags: ['StaffHome'],
    }),
    staffSettleAlarms: build.mutation<Answer<typeof staffSettleAlarms>, NonNullable<TodoItem['alarm']>[]>({
      query: (alarms) => ask(staffSettleAlarms, { body: { alarms } }),
      invalidatesTags: ['StaffHome', 'StaffHealth'],
    }),
  }),
});

export const { useStaffTodoQuery, useStaffFiguresQuery, useStaffSettleAlarmsMutation } = overviewApi;
