/** The language of the current page. */
import { codeOfPath, type PageCode } from '#kernel/page-languages.ts';

/** Without a page, such as in tests, the language is English. */
export const pageCode = (): PageCode =>
  typeof window === 'undefined' ? 'en' : codeOfPath(window.location.pathname);
