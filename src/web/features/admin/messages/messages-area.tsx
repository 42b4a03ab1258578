/** Contact form messages and reply templates. */
import { useAreaRoutes } from '#web/features/admin/shell/area-routes.tsx';
import { MessageList } from './message-list.tsx';
import { MessagePage } from './message-page.tsx';
import { TemplateList } from './template-list.tsx';
import { NewTemplate, TemplatePage } from './template-page.tsx';

export default function MessagesArea() {
  return useAreaRoutes([
    { path: '/', title: 'Messages', element: <MessageList /> },
    { path: 'templates', title: 'Templates', element: <TemplateList /> },
    { path: 'templates/new', element: <NewTemplate /> },
    { path: 'templates/:id', element: <TemplatePage /> },
    { path: ':id', element: <MessagePage /> },
  ]);
}
