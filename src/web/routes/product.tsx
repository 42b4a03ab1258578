/**
 * `/products/{slug}`: one product. Its slug is its id and never changes. An unknown product, or one that is
 * not on sale, returns 404 with a link to the list.
 */
import { data, type LoaderFunctionArgs } from 'react-router';
import { readBlog } from '#contract/blogs.ts';
import { readProduct } from '#contract/catalog.ts';
import { CallError } from '#contract/client.ts';
import { phrase } from '#kernel/language.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import type { CardPost } from '#web/features/blog/post-card.tsx';
import { ProductDetail } from '#web/features/catalog/product-detail.tsx';
import { ProductNotFound } from '#web/features/catalog/product-not-found.tsx';
import { textsOfPage } from '#web/features/catalog/texts-of-product.ts';
import { spokenLanguage } from '#web/load-language.ts';
import { publicClient } from '#web/server-context.ts';

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

export const handle: PageHandle<Loaded> = (loaded) => {
  const product = loaded?.product;
  if (!product) return { title: phrase('Product not found') };
  const description = product.details.summary || product.productBenefits[0]?.text;
  return { title: product.name, ...(description !== undefined && { description }) };
};

/** A related product that was not found, because it was removed, is omitted. */
const unless = (code: string) => (error: unknown) => {
  if (error instanceof CallError && error.code === code) return null;
  throw error;
};

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const call = context.get(publicClient);
  const product = await call(readProduct, { params: { slug: params.slug ?? '' } }).catch(
    unless('product_not_found'),
  );
  if (product === null)
    return data({ product: null, posts: [], language: spokenLanguage(context) }, { status: 404 });
  const posts = await Promise.all(
    product.details.posts.map((slug) =>
      call(readBlog, { params: { slug } }).then(toCardPost).catch(unless('post_not_found')),
    ),
  );
  return data({
    product,
    posts: posts.filter((post) => post !== null),
    language: spokenLanguage(context, textsOfPage(product)),
  });
};

const toCardPost = ({ slug, title, excerpt, bannerImage, imageAlt }: CardPost): CardPost => ({
  slug,
  title,
  excerpt,
  bannerImage,
  imageAlt,
});

export default function ProductPage({ loaderData: { product, posts } }: { loaderData: Loaded }) {
  return product === null ? (
    <ProductNotFound />
  ) : (
    <ProductDetail key={product.id} product={product} posts={posts} />
  );
}
