import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAllowed, linkGuard } from './link-guard.ts';

describe('linkGuard', () => {
  let root: string;
  let outside: string;

  beforeEach(async () => {
    const base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'guard-')));
    root = path.join(base, 'project');
    outside = path.join(base, 'outside');
    await mkdir(path.join(root, 'folder'), { recursive: true });
    await mkdir(outside);
    await writeFile(path.join(outside, 'precious'), 'precious');
  });

  const allows = (...segments: string[]): boolean =>
    isAllowed(linkGuard(root), path.join(root, ...segments));

  it('lets plain files and folders pass, and what is not there yet', async () => {
    await writeFile(path.join(root, 'folder/file'), '');
    expect(allows('folder', 'file')).toBe(true);
    expect(allows('folder', 'new', 'newer')).toBe(true);
    expect(allows('folder', 'file', 'below a file')).toBe(true);
  });

  it('refuses a link at every step, the last one and a dangling one included', async () => {
    await symlink(outside, path.join(root, 'first'));
    await symlink(outside, path.join(root, 'folder/second'));
    await symlink(path.join(outside, 'precious'), path.join(root, 'folder/last'));
    await symlink(path.join(outside, 'nowhere'), path.join(root, 'folder/dangling'));
    await symlink('.', path.join(root, 'folder/itself'));
    expect(allows('first', 'a', 'b')).toBe(false);
    expect(allows('folder', 'second', 'precious')).toBe(false);
    expect(allows('folder', 'last')).toBe(false);
    expect(allows('folder', 'dangling')).toBe(false);
    expect(allows('folder', 'itself', 'x')).toBe(false);
  });

  it('names the link from the root, and no place outside', async () => {
    await symlink(outside, path.join(root, 'folder/second'));
    expect(() => linkGuard(root)(path.join(root, 'folder/second/precious'))).toThrow(
      'folder/second is a symbolic link: nothing is written or deleted through it',
    );
  });

  it('asks nothing of the way to the root, nor of the root itself, nor of what is elsewhere', async () => {
    const link = path.join(path.dirname(root), 'link');
    await symlink(root, link);
    expect(isAllowed(linkGuard(link), path.join(link, 'folder/x'))).toBe(true);
    expect(isAllowed(linkGuard(link), link)).toBe(true);
    expect(isAllowed(linkGuard(root), path.join(link, 'folder/x'))).toBe(true);
  });
});
