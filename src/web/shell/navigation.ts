/** The main navigation, in the specified order. The services section lives on the home page, so its entry is an anchor. */
export type NavigationItem = { title: string; url: string; isInFooter: boolean };

export const navigation: readonly NavigationItem[] = [
  { title: 'About us', url: '/about-us', isInFooter: true },
  { title: 'Our services', url: '/#our-services', isInFooter: false },
  { title: 'Products', url: '/products', isInFooter: true },
  { title: 'Net 30 vendor', url: '/net-30-vendor', isInFooter: true },
  { title: 'FAQ', url: '/faq', isInFooter: false },
  { title: 'Blogs', url: '/blogs', isInFooter: true },
  { title: 'Contact us', url: '/contact-us', isInFooter: true },
];
