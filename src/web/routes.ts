/** Every page of the site and its address. What is not listed here is the not-found page. */
import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('products', 'routes/products.tsx'),
  route('checkout', 'routes/checkout.tsx'),
  route('payment-successful', 'routes/payment-successful.tsx'),
  route('payment/success', 'routes/payment-success.tsx'),
] satisfies RouteConfig;
