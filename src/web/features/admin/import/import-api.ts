/** The two calls of a file: what it would change, and that it shall. Both send the file itself, so that nothing of it is stored in between. */
import type { staffCheckProducts, staffImportProducts } from '#contract/admin/imports.ts';
import type { Answer } from '#contract/endpoint.ts';
import { upload } from '#web/features/admin/act/upload.ts';
import { staffApi, type staffTags } from '#web/features/admin/shell/staff-api.ts';
import { toRejection } from '#web/session/api.ts';

export type ImportPlan = Answer<typeof staffCheckProducts>;
export type ImportRow = ImportPlan['rows'][number];
export type Imported = Answer<typeof staffImportProducts>;

/** The rows of one kind of file have the same shape as those of each other. */
export type ImportRows = {
  check: typeof staffCheckProducts;
  apply: typeof staffImportProducts;
};

/** Read once, so that what is imported is what was checked, whatever becomes of the file on the disk. */
export type ChosenFile = { name: string; content: Blob };

type Check = { row: ImportRows['check']; file: ChosenFile; onProgress: (share: number) => void };
type Apply = { row: ImportRows['apply']; file: ChosenFile; plan: string; tag: (typeof staffTags)[number] };

const importApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffImportCheck: build.mutation<ImportPlan, Check>({
      queryFn: async ({ row, file: { name, content }, onProgress }) => {
        try {
          return { data: await upload(row, { name }, content, onProgress) };
        } catch (error) {
          return { error: toRejection(error) };
        }
      },
    }),
    staffImport: build.mutation<Imported, Apply>({
      queryFn: async ({ row, file: { name, content }, plan }) => {
        try {
          return { data: await upload(row, { name, plan }, content, () => undefined) };
        } catch (error) {
          return { error: toRejection(error) };
        }
      },
      invalidatesTags: (_imported, _error, { tag }) => [tag],
    }),
  }),
});

export const { useStaffImportCheckMutation, useStaffImportMutation } = importApi;
