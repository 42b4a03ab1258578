/** Every page of the site with its address. Any other address shows the not-found page. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * Translated pages (`kernel/page-languages.ts`), each under its language prefix, with a not-found page per
 * language.
 */
const translated = (code: string) => [
  route(code, 'routes/home.tsx', { id: `${code}/routes/home` }),
  route(`${code}/products`, 'routes/products.tsx', { id: `${code}/routes/products` }),
  route(`${code}/products/:slug`, 'routes/product.tsx', { id: `${code}/routes/product` }),
  route(`${code}/*`, 'routes/not-found.tsx', { id: `${code}/routes/not-found` }),
];

/** Pages on which customers can buy in that language. */
const bought = (code: string) =>
  [
    'checkout',
    'payment-successful',
    'payment/success',
    'credit-purchase-successful',
    'login',
    'forgot-password-email',
    'reset-password',
    'set-password',
    'register',
    'register-success',
    'complete-registration',
  ].map((path) => {
    const file = path.replace('/', '-');
    return route(`${code}/${path}`, `routes/${file}.tsx`, { id: `${code}/routes/${file}` });
  });

export default [
  layout('routes/any-page.tsx', [
    index('routes/home.tsx'),
    route('about-us', 'routes/about-us.tsx'),
    route('net-30-vendor', 'routes/net-30-vendor.tsx'),
    route('products', 'routes/products.tsx'),
    route('products/:slug', 'routes/product.tsx'),
    route('quiz', 'routes/quiz.tsx'),
    route('checkout', 'routes/checkout.tsx'),
    route('payment-successful', 'routes/payment-successful.tsx'),
    route('payment/success', 'routes/payment-success.tsx'),
    route('credit-purchase-successful', 'routes/credit-purchase-successful.tsx'),
    route('booster-checkout', 'routes/booster-checkout.tsx'),
    route('booster-successful', 'routes/booster-successful.tsx'),
    route('contact-us', 'routes/contact-us.tsx'),
    route('contact-submit-successful', 'routes/contact-submit-successful.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('privacy-policy', 'routes/privacy-policy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('refund-policy', 'routes/refund-policy.tsx'),
    route('guarantees', 'routes/guarantees.tsx'),
    route('inside-an-order', 'routes/inside-an-order.tsx'),
    route('status', 'routes/status.tsx'),
    route('login', 'routes/login.tsx'),
    route('forgot-password-email', 'routes/forgot-password-email.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('set-password', 'routes/set-password.tsx'),
    route('register', 'routes/register.tsx'),
    route('register-success', 'routes/register-success.tsx'),
    route('complete-registration', 'routes/complete-registration.tsx'),
    route('change-email', 'routes/change-email.tsx'),
    route('unsubscribe', 'routes/unsubscribe.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    route('blogs/:slug', 'routes/blog-post.tsx'),
    route('invoices/:id', 'routes/invoice.tsx'),
    route('credit-notes/:id', 'routes/credit-note.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('profile/subscriptions', 'routes/profile-subscriptions.tsx'),
    route('profile/reports', 'routes/profile-reports.tsx'),
    route('connect/factiiv', 'routes/connect-factiiv.tsx'),
    route('profile/credit', 'routes/profile-credit.tsx'),
    route('profile/credit/statements/:month', 'routes/profile-credit-statement.tsx'),
    route('profile/credit/apply', 'routes/profile-credit-apply.tsx'),
    route('subscription-card', 'routes/subscription-card.tsx'),
    route('admin/*', 'routes/admin.tsx'),
    ...translated('es'),
    ...bought('es'),
    ...translated('ar'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
