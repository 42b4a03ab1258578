/** Every page of the site and its address. What is not listed here is the not-found page. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/any-page.tsx', [
    index('routes/home.tsx'),
    route('about-us', 'routes/about-us.tsx'),
    route('net-30-vendor', 'routes/net-30-vendor.tsx'),
    route('products', 'routes/products.tsx'),
    route('checkout', 'routes/checkout.tsx'),
    route('payment-successful', 'routes/payment-successful.tsx'),
    route('payment/success', 'routes/payment-success.tsx'),
    route('contact-us', 'routes/contact-us.tsx'),
    route('contact-submit-successful', 'routes/contact-submit-successful.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('privacy-policy', 'routes/privacy-policy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('refund-policy', 'routes/refund-policy.tsx'),
    route('login', 'routes/login.tsx'),
    route('forgot-password-email', 'routes/forgot-password-email.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('set-password', 'routes/set-password.tsx'),
    route('register', 'routes/register.tsx'),
    route('register-success', 'routes/register-success.tsx'),
    route('complete-registration', 'routes/complete-registration.tsx'),
    route('blogs', 'routes/blogs.tsx'),
    route('blogs/:slug', 'routes/blog-post.tsx'),
    route('invoices/:id', 'routes/invoice.tsx'),
    route('credit-notes/:id', 'routes/credit-note.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
