/** Content: blog posts, FAQ, home page texts, and email texts. */
import { lazy } from 'react';
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { ImportPosts } from './import-posts.tsx';
import { AssurancesPage } from './page-texts/assurances-page.tsx';
import { FaqPage } from './page-texts/faq-page.tsx';
import { TestimonialsPage } from './page-texts/testimonials-page.tsx';
import { TimelinePage } from './page-texts/timeline-page.tsx';
import { PostList } from './post-list.tsx';
import { PostPage } from './post-page.tsx';

const EmailTextsArea = lazy(() => import('./email-texts/email-texts-area.tsx'));

export default function ContentArea() {
  return useRoutes([
    { path: '/', element: <PostList /> },
    { path: 'posts', element: <PostList /> },
    { path: 'posts/:id', element: <PostPage /> },
    { path: 'import', element: <ImportPosts /> },
    { path: 'faq', element: <FaqPage /> },
    { path: 'testimonials', element: <TestimonialsPage /> },
    { path: 'assurances', element: <AssurancesPage /> },
    { path: 'timeline', element: <TimelinePage /> },
    { path: 'email-texts/*', element: <EmailTextsArea /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
