/** Every page of the site and its address. What is not listed here is the not-found page. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/any-page.tsx', [
    index('routes/home.tsx'),
    route('products', 'routes/products.tsx'),
    route('checkout', 'routes/checkout.tsx'),
    route('payment-successful', 'routes/payment-successful.tsx'),
    route('payment/success', 'routes/payment-success.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('privacy-policy', 'routes/privacy-policy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('refund-policy', 'routes/refund-policy.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
