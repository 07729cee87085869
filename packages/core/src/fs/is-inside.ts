import path from 'node:path';

/** Whether `target` is a file or folder below `folder`, and not the folder itself. Both absolute. */
export function isInside(folder: string, target: string): boolean {
  const relative = path.relative(folder, target);
  const up = relative === '..' || relative.startsWith(`..${path.sep}`);
  return relative !== '' && !up && !path.isAbsolute(relative);
}
