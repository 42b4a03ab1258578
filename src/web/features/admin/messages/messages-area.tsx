/** Contact form messages and reply templates. */
import { useRoutes } from 'react-router';
import { NoSuchScreen } from '#web/features/admin/shell/no-screen.tsx';
import { MessageList } from './message-list.tsx';
import { MessagePage } from './message-page.tsx';
import { TemplateList } from './template-list.tsx';
import { NewTemplate, TemplatePage } from './template-page.tsx';

export default function MessagesArea() {
  return useRoutes([
    { path: '/', element: <MessageList /> },
    { path: 'templates', element: <TemplateList /> },
    { path: 'templates/new', element: <NewTemplate /> },
    { path: 'templates/:id', element: <TemplatePage /> },
    { path: ':id', element: <MessagePage /> },
    { path: '*', element: <NoSuchScreen /> },
  ]);
}
