/** The password that the server has refused last as common or easy, so that the hint beside the field does not praise it. */
import { useState } from 'react';
import { isRefusal } from '#web/session/refusal.ts';

const codes = new Set(['password_common', 'password_easy', 'password_is_email']);

export type RefusedPassword = {
  password: string | null;
  /** Takes what a call with this password threw, and throws it again. */
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
