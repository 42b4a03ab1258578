/** Warns before payment that a package in the cart already includes another item. */
import { useLanguage } from '#web/language.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Listed = { id: string; name: string; includes?: string[] | undefined };

/** Each package in the cart, with its parts that are also in the cart. */
export function duplicatedParts(
  catalog: readonly Listed[],
  inCart: readonly { id: string }[],
): { pack: string; parts: string[] }[] {
  const ids = new Set(inCart.map(({ id }) => id));
  const nameOf = (id: string): string => catalog.find((product) => product.id === id)?.name ?? id;
  return catalog
    .filter(({ id }) => ids.has(id))
    .map(({ name, includes = [] }) => ({
      pack: name,
      parts: includes.filter((id) => ids.has(id)).map(nameOf),
    }))
    .filter(({ parts }) => parts.length > 0);
}

export function BoughtTwice({
  catalog,
  cart,
}: {
  catalog: readonly Listed[];
  cart: readonly { id: string }[];
}) {
  const language = useLanguage();
  const twice = duplicatedParts(catalog, cart);
  if (twice.length === 0) return null;
  return (
    <Notice tone="warn" role="status" title={language.say('You would pay for the same service twice')}>
      {twice.map(({ pack, parts }) => (
        <p key={pack}>
          {language.say(
            '{pack} already includes {parts}. Remove {count, plural, one {it} other {them}}, or the package.',
            {
              pack: language.translate(pack),
              parts: new Intl.ListFormat(language.code).format(parts.map(language.translate)),
              count: parts.length,
            },
          )}
        </p>
      ))}
    </Notice>
  );
}
