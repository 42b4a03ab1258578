/**
 * Structured data (schema.org) for search engines. Every value is also visible on the page and comes from the
 * same data. Only the server's document contains it, because the content security policy blocks scripts that
 * the browser adds later.
 */
import type { BlogPost } from '#contract/blogs.ts';
import type { ListedProduct, readProduct } from '#contract/catalog.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { Language } from '#kernel/language.ts';
import { addressIn, plainPath } from '#kernel/page-languages.ts';
import { inGroups } from '#content/product-groups.ts';
import type { ShownSettings } from '#content/shop-settings.ts';
import { site } from '#content/site.ts';
import type { FaqItem } from '#web/features/faq/questions.ts';
import type { z } from 'zod';

type Shown = ShownSettings['company'];
type Thing = Record<string, unknown>;
type ShownProduct = z.input<typeof ListedProduct>;
type ShownPost = z.input<typeof BlogPost>;

/** `title` is without the site name. `data` is the loader data of each route by its id. */
type Page = {
  origin: string;
  path: string;
  title: string;
  data: Record<string, unknown>;
  language: Language;
  company: Shown;
};

export function structuredData({ origin, path, title, data, language, company }: Page): Thing[] {
  const post = (data['routes/blog-post'] as { post: ShownPost | null } | undefined)?.post;
  // Uses the title that the page shows for a post, not the document title, which is written for search
  // results.
  const entities: Thing[] =
    plainPath(path) === '/'
      ? [organization({ origin, language }, company), website(origin, path, language)]
      : [trail(origin, path, post?.title ?? title, language)];
  const sold = (data['routes/products'] as { products: ShownProduct[] } | undefined)?.products;
  if (sold) entities.push(catalog({ origin, language }, sold));
  const product = (data['routes/product'] as { product: Answer<typeof readProduct> | null } | undefined)
    ?.product;
  if (product) entities.push(productThing({ origin, language }, product, product.details.summary));
  if (post) entities.push(posting(origin, post));
  const faqItems = (data['routes/faq'] as { questions: FaqItem[] } | undefined)?.questions;
  if (faqItems) entities.push(faqPage(faqItems));
  return entities.map((entity) => ({ '@context': 'https://schema.org', ...entity }));
}

/** The origin, and the language of the page. */
type Where = Pick<Page, 'origin' | 'language'>;

const organizationId = (origin: string): string => `${origin}/#organization`;

const organization = ({ origin, language: { translate } }: Where, company: Shown): Thing => ({
  '@type': 'Organization',
  '@id': organizationId(origin),
  name: site.name,
  legalName: company.name,
  description: translate(site.tagline),
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  email: company.email,
  telephone: company.phone,
  sameAs: company.socialLinks.map((link) => link.url),
});

const website = (origin: string, path: string, { code, translate }: Language): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  name: site.name,
  description: translate(site.tagline),
  url: origin + path,
  inLanguage: code,
  publisher: { '@id': organizationId(origin) },
});

function trail(origin: string, path: string, name: string, { code, translate }: Language): Thing {
  const step = (title: string, to: string) => ({
    name: translate(title),
    item: origin + (addressIn(code, to) ?? to),
  });
  const steps = [
    step('Home', '/'),
    ...(path.startsWith('/blogs/') ? [step('Blogs', '/blogs')] : []),
    ...(plainPath(path).startsWith('/products/') ? [step('Products', '/products')] : []),
    { name, item: origin + path },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

/** Lists products in the order of the page. */
const catalog = (where: Where, products: ShownProduct[]): Thing => ({
  '@type': 'ItemList',
  itemListElement: inGroups(products)
    .flatMap((group) => group.products)
    .map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: productThing(where, product),
    })),
});

function productThing(
  { origin, language: { code, translate } }: Where,
  product: ShownProduct,
  summary = '',
): Thing {
  const price = product.price ?? product.subscriptionPrice;
  const path = `/products/${product.id}`;
  const url = origin + (addressIn(code, path) ?? path);
  return {
    '@type': 'Product',
    name: translate(product.name),
    description: translate(summary || product.productBenefits[0]?.text || ''),
    url,
    image: origin + product.image,
    brand: { '@type': 'Brand', name: site.name },
    // A product whose price needs evaluation has no offer.
    ...(price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: price.toFixed(2),
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
            url,
            ...periodOf(product, price),
          },
        }),
  };
}

/** The price covers one period. */
const periodOf = ({ subscriptionPeriod }: ShownProduct, price: number): Thing =>
  subscriptionPeriod === null
    ? {}
    : {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: price.toFixed(2),
          priceCurrency: 'USD',
          billingDuration: 1,
          billingIncrement: 1,
          unitCode: subscriptionPeriod === 'month' ? 'MON' : 'ANN',
        },
      };

const posting = (origin: string, post: ShownPost): Thing => ({
  '@type': 'BlogPosting',
  headline: post.title,
  description: post.metaDescription,
  image: origin + post.bannerImage,
  datePublished: post.createdAt,
  dateModified: post.updatedAt,
  keywords: post.tags.join(', '),
  inLanguage: 'en',
  mainEntityOfPage: {
    '@type': 'WebPage',
    '@id': `${origin}/blogs/${post.slug}`,
    lastReviewed: post.reviewedAt.slice(0, 10),
  },
  author: { '@type': 'Organization', name: site.name, url: `${origin}/` },
  publisher: {
    '@type': 'Organization',
    name: site.name,
    logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png` },
  },
});

const faqPage = (items: readonly FaqItem[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join('\n\n') },
  })),
});
