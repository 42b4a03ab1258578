/** Calls of the home screen: tasks and figures. */
import { staffReadFigures, staffReadTodo } from '#contract/admin/overview.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { staffQuery } from '#web/features/admin/shell/staff-calls.ts';

export type TodoPart = Answer<typeof staffReadTodo>['parts'][number];
export type TodoItem = TodoPart['items'][number];
export type Figures = Answer<typeof staffReadFigures>;
export type FigureDays = NonNullable<NonNullable<Sent<typeof staffReadFigures>['query']>['days']>;

const tags = ['StaffHome'] as const;

export const useStaffTodoQuery = staffQuery(staffReadTodo, tags, { pick: ({ parts }) => parts });
export const useStaffFiguresQuery = staffQuery(staffReadFigures, tags);
