/** The data of a policy. */
import type { ReactNode } from 'react';

/** `id` is part of saved links: it stays when the title changes. */
export type PolicySection = { id: string; title: string; body: ReactNode };

export type Policy = {
  title: string;
  /** A calendar date, such as `2024-02-10`. Null shows none. */
  effectiveFrom: string | null;
  inShort: readonly string[];
  sections: readonly PolicySection[];
};
