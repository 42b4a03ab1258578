/** HTTP routes for posts and page texts in the console. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as pageTexts from './page-texts.ts';
import { importFile } from '#modules/admin/imports/apply.ts';
import { check } from '#modules/admin/imports/plan.ts';
import { exportPosts } from './post-export.ts';
import { postImport } from './post-file.ts';
import * as posts from './posts.ts';

export function staffContentRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListPosts, ({ query }) => posts.listPosts(deps, query));
  mount(contract.staffExportPosts, ({ query }, caller) => exportPosts(deps, caller, query));
  mount(contract.staffCheckPosts, ({ query, body }, caller) =>
    check(deps, caller, postImport, { ...query, content: body }),
  );
  mount(contract.staffImportPosts, ({ query, body }, caller) =>
    importFile(deps, caller, postImport, { ...query, content: body }),
  );
  mount(contract.staffReadPost, ({ params }) => posts.readPost(deps, params.id));
  mount(contract.staffCreatePost, ({ body }, caller) => posts.createPost(deps, caller, body.title));
  mount(contract.staffEditPost, ({ params, body }, caller) => posts.editPost(deps, caller, params.id, body));
  mount(contract.staffPublishPost, ({ params, body }, caller) =>
    posts.publishPost(deps, caller, params.id, body.version),
  );
  mount(contract.staffSchedulePost, ({ params, body }, caller) =>
    posts.schedulePost(deps, caller, params.id, body),
  );
  mount(contract.staffDeletePost, ({ params, body }, caller) =>
    posts.deletePost(deps, caller, params.id, body.version),
  );
  mount(contract.staffPreviewPost, ({ params }) => posts.previewPost(deps, params.id));
  mount(contract.staffListPostVersions, ({ params }) => posts.listVersions(deps, params.id));
  mount(contract.staffReadPostVersion, ({ params }) => posts.readVersion(deps, params));
  mount(contract.staffRestorePost, ({ params, body }, caller) =>
    posts.restorePost(deps, caller, params.id, body),
  );
  mount(contract.staffReadPageTexts, ({ params }) => pageTexts.readPageTexts(deps, params.key));
  mount(contract.staffSavePageTexts, ({ body }, caller) => pageTexts.savePageTexts(deps, caller, body));
}
