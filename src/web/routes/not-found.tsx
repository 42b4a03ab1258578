/** The not-found page for every unknown address. Returns status 404. */
import { data, type LoaderFunctionArgs } from 'react-router';
import { phrase } from '#kernel/language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { spokenLanguage } from '#web/load-language.ts';
import { NotFoundPage } from '#web/shell/troubled-page.tsx';

export const handle: PageHandle = { title: phrase('Page not found') };

export const loader = ({ context }: LoaderFunctionArgs) =>
  data({ language: spokenLanguage(context) }, { status: 404 });

export default NotFoundPage;
