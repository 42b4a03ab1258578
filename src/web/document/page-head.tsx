/**
 * Sets the title and description of a page from its route's `handle`, in the server's document and after each
 * client-side navigation.
 */
import { useMatches } from 'react-router';
import { site } from '#content/site.ts';
import { useLanguage } from '#web/language.tsx';

export type PageHead = {
  title: string;
  description?: string;
  /** Omits the site name after the title. */
  isWhole?: boolean;
};

/**
 * What a route exports as `handle`. It is a function if the title depends on loader data, which is missing if
 * the loader failed.
 */
export type PageHandle<Data = never> = PageHead | ((loaded: Data | undefined) => PageHead);

/** Search results cut titles after about this many characters. */
const longestTitle = 60;

export function usePageHead(): PageHead {
  const { handle, loaderData } = useMatches().findLast((match) => match.handle !== undefined) ?? {};
  const { translate } = useLanguage();
  if (handle === undefined) return { title: translate(site.tagline) };
  const head = typeof handle === 'function' ? (handle(loaderData) as PageHead) : (handle as PageHead);
  return {
    ...head,
    title: translate(head.title),
    ...(head.description !== undefined && { description: translate(head.description) }),
  };
}

/** Returns the document title: the page title, usually followed by the site name. */
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
