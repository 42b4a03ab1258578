/** Input for rendering pages without a running shop: every service, one post, and an API with only these. */
import { noDetails } from '#content/product-details.ts';
import { detailsOfServices } from '#db/seeds/details.ts';
import { services } from '#db/seeds/services.ts';

export const origin = 'https://stateside.example';

export const products = services.map(({ id, group, name, priceCents, subscription, benefits }) => ({
  id,
  group,
  name: id === 'ein-filing' ? 'EIN </script><b>filing' : name,
  price: priceCents === null ? null : priceCents / 100,
  type: subscription ? 'subscription' : 'simple',
  subscriptionPrice: subscription ? subscription.priceCents / 100 : null,
  subscriptionPeriod: subscription?.period ?? null,
  image: `/products/${id}.svg`,
  productBenefits: benefits.map((text) => ({ text })),
}));
export const post = {
  id: '1',
  slug: 'ein-without-ssn',
  title: 'How to get an EIN & keep it',
  metaTitle: 'An EIN & how to keep it',
  metaDescription:
    'What the number is for, who gives it, how long it takes in 2026 and what it costs. With sources.',
  imageAlt: 'A form',
  description: '<h2 id="part-why">Why</h2><p>Because.</p>',
  bannerImage: '/blog/ein-without-ssn.svg',
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-04-02T09:00:00.000Z',
  reviewedAt: '2026-05-06T09:00:00.000Z',
  tags: ['EIN'],
  excerpt: 'Because.',
  readingMinutes: 4,
  headings: [{ id: 'part-why', text: 'Why' }],
  related: [],
};

/** The details of a product page. Related products are on sale. */
const detailsOf = (id: string) => {
  const { parts, alongside, ...details } = detailsOfServices[id] ?? noDetails;
  const byId = (productId: string) => products.filter((product) => product.id === productId);
  return {
    details,
    parts: parts.flatMap(byId),
    alongside: alongside.flatMap(({ id: other, ...said }) =>
      byId(other).map((product) => ({ product, ...said })),
    ),
  };
};

/** An API with two catalogs: the products and one post. */
export const apiFetch = async (input: unknown): Promise<Response> => {
  const { pathname } = new URL(String(input));
  if (pathname === '/api/products') return Response.json(products);
  const product = products.find(({ id }) => pathname === `/api/products/${id}`);
  if (product) return Response.json({ ...product, ...detailsOf(product.id) });
  if (pathname.startsWith('/api/products/'))
    return Response.json('Product not found', {
      status: 404,
      headers: { 'x-error-code': 'product_not_found' },
    });
  if (pathname === '/api/runtime-config')
    return Response.json({ stripePublishableKey: 'pk_test_x', stripeScriptUrl: null });
  if (pathname === '/api/blog-tags') return Response.json(post.tags.map((tag) => ({ tag, posts: 1 })));
  if (pathname === '/api/blogs')
    return Response.json({
      data: [post],
      totalCount: 1,
      limit: 15,
      pagination: { page: 1, limit: 15, totalCount: 1, totalPages: 1 },
    });
  if (pathname === `/api/blogs/${post.slug}/products`)
    return Response.json([{ product: products[0], summary: 'What it is.', time: 'Usually 2 weeks' }]);
  if (pathname === `/api/blogs/${post.slug}`) return Response.json(post);
  return Response.json('Oops! Post not found.', {
    status: 404,
    headers: { 'x-error-code': 'post_not_found' },
  });
};
