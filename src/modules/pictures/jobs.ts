/** Pictures are made one at a time: unpacking two of 40 megapixels would take the memory of the shop. */
import * as pictures from './service.ts';

export function pictureJobs(deps: pictures.PictureDeps): void {
  deps.jobs.work('make-picture', ({ pictureId }) => pictures.make(deps, pictureId), { concurrency: 1 });
}
