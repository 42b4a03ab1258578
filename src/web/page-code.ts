/** The language of the page that is open. */
import { codeOfPath, type PageCode } from '#kernel/page-languages.ts';

/** A caller without a page, such as a test of what is called, reads English. */
export const pageCode = (): PageCode => (typeof window === 'undefined' ? 'en' : codeOfPath(window.location.pathname));
