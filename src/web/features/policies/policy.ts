/** What a policy is made of. */
import type { ReactNode } from 'react';

/** `id` is part of addresses that people keep: it stays when a title changes. */
export type PolicySection = { id: string; title: string; body: ReactNode };

export type Policy = {
  title: string;
  /** A day of the calendar, such as `2024-02-10`. Null shows none. */
  effectiveFrom: string | null;
  inShort: readonly string[];
  sections: readonly PolicySection[];
};
