/** Provides the signed-in staff member to the console. */
import { createContext, use } from 'react';
import type { Permission } from '#kernel/permissions.ts';
import type { StaffPerson } from './session-calls.ts';

const StaffContext = createContext<StaffPerson | null>(null);

export const StaffProvider = StaffContext;

export function useStaff(): StaffPerson {
  const staff = use(StaffContext);
  if (staff === null) throw new Error('outside of the console');
  return staff;
}

export const useMay = (permission: Permission): boolean => useStaff().permissions.includes(permission);
