/**
 * The last password that the server rejected as common or easy, so the strength hint does not rate it well.
 */
import { useState } from 'react';
import { isRefusal } from '#web/session/refusal.ts';

const codes = new Set(['password_common', 'password_easy', 'password_is_email']);

export type RefusedPassword = {
  password: string | null;
  /** Handles an error of the call with this password and rethrows it. */
  note: (password: string) => (error: unknown) => never;
};

export function useRefusedPassword(): RefusedPassword {
  const [password, setPassword] = useState<string | null>(null);
  const note = (sent: string) => (error: unknown) => {
    if (isRefusal(error) && codes.has(error.code)) setPassword(sent);
    throw error;
  };
  return { password, note };
}
