/** The title and the description of a page, which its route gives as its `handle`: in the server's document, and after each change of page. */
import { useMatches } from 'react-router';
import { site } from '#kernel/site.ts';
import { useLanguage } from '#web/language.tsx';

export type PageHead = {
  title: string;
  description?: string;
  /** Without the name of the site behind it. */
  isWhole?: boolean;
};

/** What a route exports as `handle`. A function where the words come from the route's data, which is missing when its loader failed. */
export type PageHandle<Data = never> = PageHead | ((loaded: Data | undefined) => PageHead);

/** What lists of results show of a title. */
const longestTitle = 60;

export function usePageHead(): PageHead {
  const { handle, loaderData } = useMatches().findLast((match) => match.handle !== undefined) ?? {};
  const { known } = useLanguage();
  if (handle === undefined) return { title: known(site.tagline) };
  const head = typeof handle === 'function' ? (handle(loaderData) as PageHead) : (handle as PageHead);
  return { ...head, title: known(head.title), ...(head.description !== undefined && { description: known(head.description) }) };
}

/** The title of the document: as a rule the site's name stands behind that of the page. */
export function documentTitle({ title, isWhole = false }: PageHead): string {
  const signed = `${title} | ${site.name}`;
  return isWhole || signed.length > longestTitle ? title : signed;
}

export function PageHeadTags() {
  const head = usePageHead();
  return (
    <>
      <title>{documentTitle(head)}</title>
      {head.description !== undefined && <meta name="description" content={head.description} />}
    </>
  );
}
