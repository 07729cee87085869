// A worker of tests: what it does is the prompt of the picture that it is asked for.
import { parentPort, threadId } from 'node:worker_threads';

parentPort.on('message', ({ id, name, args }) => {
  const [{ prompt }] = name === 'makePicture' ? args : [{ prompt: name }];
  if (prompt === 'die') process.exit(1);
  if (prompt === 'throw') throw new Error('an error nobody caught');
  if (prompt === 'never') return;
  const answer =
    prompt === 'fail'
      ? { type: 'failed', id, message: 'no', code: 'ASSETGEN_BLENDER_MISSING', hint: 'install it' }
      : { type: 'done', id, value: [prompt, threadId] };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  setTimeout(() => parentPort.postMessage(answer), prompt === 'slow' ? 50 : 0);
});
