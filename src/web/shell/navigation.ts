/**
 * The main navigation, in the specified order. The services section is on the home page, so its entry is an
 * anchor.
 */
import { phrase } from '#kernel/language.ts';

export type NavigationItem = { title: string; url: string; isInFooter: boolean };

export const navigation: readonly NavigationItem[] = [
  { title: phrase('About us'), url: '/about-us', isInFooter: true },
  { title: phrase('Our services'), url: '/#our-services', isInFooter: false },
  { title: phrase('Products'), url: '/products', isInFooter: true },
  { title: phrase('Net 30 vendor'), url: '/net-30-vendor', isInFooter: true },
  { title: phrase('FAQ'), url: '/faq', isInFooter: false },
  { title: phrase('Blogs'), url: '/blogs', isInFooter: true },
  { title: phrase('Contact us'), url: '/contact-us', isInFooter: true },
];
