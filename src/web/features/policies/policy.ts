/** What a policy is made of: as it is written, and as it travels to a browser. */
import type { ReactNode } from 'react';
import { type StaticContent, toStaticContent } from '#web/static-content/static-content.ts';

/** `id` is part of addresses that people keep: it stays when a title changes. */
export type PolicySection = { id: string; title: string; body: ReactNode };

type Written = {
  title: string;
  /** A day of the calendar, such as `2024-02-10`. Null shows none. */
  effectiveFrom: string | null;
  inShort: readonly string[];
  sections: readonly PolicySection[];
};

export type Policy = Omit<Written, 'sections'> & { sections: { id: string; title: string; body: StaticContent }[] };

export const toPolicy = ({ sections, ...written }: Written): Policy => ({
  ...written,
  sections: sections.map((section) => ({ ...section, body: toStaticContent(section.body) })),
});
