/** What the shop tells its visitors: the posts of the blog. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { PostList } from './post-list.tsx';
import { PostPage } from './post-page.tsx';

export default function ContentArea() {
  return useRoutes([
    { path: '/', element: <PostList /> },
    { path: 'posts', element: <PostList /> },
    { path: 'posts/:id', element: <PostPage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
