/**
 * The page of one product: price and duration, then everything a buyer asks before and after. A section
 * without content has no heading.
 */
import type { readProduct } from '#contract/catalog.ts';
import type { Answer } from '#contract/endpoint.ts';
import { productGroups } from '#content/product-groups.ts';
import { phrase } from '#kernel/language.ts';
import type { CardPost } from '#web/features/blog/post-card.tsx';
import { RelatedPosts } from '#web/features/blog/related-posts.tsx';
import { useLanguage, withNodes } from '#web/language.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StoredText } from '#web/ui/stored-text.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { CartNeedsScript } from './product-cart-notice.tsx';
import { BuyOrAsk } from './buy-or-ask.tsx';
import { Lines, Part, PartOfLines, Questions, Steps } from './product-parts.tsx';
import { Alongside, Package, SavedByPackage } from './product-package.tsx';
import { ProductPrice } from './product-price.tsx';

export type ShownProduct = Answer<typeof readProduct>;

const nameId = 'product-name';

export function ProductDetail({ product, posts }: { product: ShownProduct; posts: CardPost[] }) {
  const { say } = useLanguage();
  const { details, parts, alongside } = product;
  const { gets, needs, steps, documents, excludes, questions } = details;
  return (
    <>
      <article aria-labelledby={nameId}>
        <Head product={product} />
        <div className="page grid grid-cols-1 gap-x-12 gap-y-12 py-10 sm:py-14 lg:grid-cols-12">
          <div className="grid content-start gap-y-12 lg:col-span-7">
            <Part title={phrase('What you get')}>
              <Lines
                lines={gets.length > 0 ? gets : product.productBenefits.map(({ text }) => text)}
                mark="check"
              />
            </Part>
            {parts.length > 0 && <Package parts={parts} />}
            {steps.length > 0 && <Steps steps={steps} />}
          </div>
          <div className="grid content-start gap-y-10 lg:col-span-5">
            <PartOfLines title={phrase('What we need from you')} lines={needs} />
            <PartOfLines title={phrase('Documents you receive')} lines={documents} />
            <PartOfLines title={phrase('Not included')} lines={excludes} />
            {alongside.length > 0 && <Alongside offers={alongside} />}
          </div>
          {questions.length > 0 && (
            <div className="lg:col-span-7">
              <Questions questions={questions} />
            </div>
          )}
        </div>
      </article>
      <RelatedPosts id="guides" title={say('Related guides')} posts={posts} />
    </>
  );
}

function Head({ product }: { product: ShownProduct }) {
  const { sayWith, translate } = useLanguage();
  const { summary, time } = product.details;
  const group = productGroups.find(({ id }) => id === product.group);
  return (
    <header className="bg-sunk">
      <div className="page grid grid-cols-1 items-center gap-x-12 gap-y-8 py-8 sm:py-12 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <Breadcrumb title={product.name} list={{ title: phrase('Products'), to: '/products' }} />
          <h1 id={nameId} className="mt-4 text-2xl sm:text-3xl">
            <StoredText>{product.name}</StoredText>
          </h1>
          {summary !== '' && (
            <p className="mt-4 max-w-line text-lg">
              <StoredText>{summary}</StoredText>
            </p>
          )}
          <div className="mt-2">
            <ProductPrice product={product} />
            <SavedByPackage product={product} parts={product.parts} />
          </div>
          {time !== '' && (
            <p className="mt-3 flex gap-2.5">
              <Icon name="clock" className="mt-0.5 size-5 text-credit" />
              <span className="min-w-0">
                <StoredText>{time}</StoredText>
              </span>
            </p>
          )}
          <div className="mt-6 sm:w-72">
            <BuyOrAsk product={product} productNameId={nameId} isMain />
          </div>
          <CartNeedsScript />
          {group && (
            <p className="mt-6 text-sm text-muted">
              <SiteLink
                to={`/products#${group.id}`}
                className="underline underline-offset-4 hover:text-accent"
              >
                {withNodes(sayWith('See all: {group}', { group: <>{translate(group.title)}</> }))}
              </SiteLink>
            </p>
          )}
        </div>
        <img
          src={product.image}
          alt=""
          width={320}
          height={240}
          fetchPriority="high"
          className="dim-in-dark aspect-4/3 w-full rounded-lg border border-line object-cover lg:col-span-5"
        />
      </div>
    </header>
  );
}
