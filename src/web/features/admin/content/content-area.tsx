/** Content: blog posts, FAQ, home page texts, and email texts. */
import { lazy } from 'react';
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { ImportPosts } from './import-posts.tsx';
import { AssurancesPage } from './page-texts/assurances-page.tsx';
import { FaqPage } from './page-texts/faq-page.tsx';
import { TestimonialsPage } from './page-texts/testimonials-page.tsx';
import { TimelinePage } from './page-texts/timeline-page.tsx';
import { PostList } from './post-list.tsx';
import { PostPage } from './post-page.tsx';

const EmailTextsArea = lazy(() => import('./email-texts/email-texts-area.tsx'));

export default function ContentArea() {
  return useAreaRoutes([
    { path: '/', title: 'Posts', element: <PostList /> },
    { path: 'posts', title: 'Posts', element: <PostList /> },
    { path: 'posts/:id', element: <PostPage /> },
    { path: 'import', element: <ImportPosts /> },
    { path: 'faq', title: 'FAQ', element: <FaqPage /> },
    { path: 'testimonials', title: 'Testimonials', element: <TestimonialsPage /> },
    { path: 'assurances', title: 'Assurances', element: <AssurancesPage /> },
    { path: 'timeline', title: 'Sample order', element: <TimelinePage /> },
    { path: 'email-texts/*', title: 'Email texts', element: <EmailTextsArea /> },
  ]);
}
