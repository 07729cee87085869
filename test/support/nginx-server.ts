import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startServer } from './server-process.ts';
import { findTool } from './tools.ts';

/** False where nginx is not installed: tests that need it skip. */
export const hasNginx: boolean = findTool('nginx') !== undefined;

export interface NginxServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The folder that it serves: `cas/<sha256>`, `ac/<sha256>`. */
  readonly data: string;
  stop(): Promise<void>;
}

/**
 * nginx with DAV, which is a cache of Bazel's HTTP protocol: files by GET, HEAD and PUT.
 * @param login a user and password that it asks for
 */
export async function startNginx(login?: {
  readonly user: string;
  readonly password: string;
}): Promise<NginxServer> {
  const command = findTool('nginx');
  if (command === undefined) throw new Error('nginx is not installed');
  const home = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  const data = path.join(home, 'data');
  await mkdir(data);
  const passwords = path.join(home, 'passwords');
  if (login !== undefined) await writeFile(passwords, `${login.user}:{PLAIN}${login.password}\n`);
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${home}/pid;
    error_log stderr crit;
    events { worker_connections 512; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join('\n')}
      client_max_body_size 0;
      keepalive_requests 100000;
      server {
        listen 127.0.0.1:${port};
        root ${data};
        ${login === undefined ? '' : `auth_basic "cache"; auth_basic_user_file ${passwords};`}
        location / { dav_methods PUT; create_full_put_path on; dav_access all:rw; }
      }
    }`;
  const file = path.join(home, 'nginx.conf');
  await writeFile(file, config);
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await startServer({
    command,
    args: ['-p', home, '-c', file, '-e', 'stderr'],
    isUp: async () => void (await fetch(url)),
  });
  return {
    url,
    data,
    async stop() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
