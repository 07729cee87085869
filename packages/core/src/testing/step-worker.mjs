// A worker that does what the name of its task's file says, for the tests of fork-worker.ts.
let onAdmitted = () => process.send({ type: 'ended', outcome: 'made' });
process.on('message', (message) => {
  if (message.type === 'admitted') {
    onAdmitted();
    return;
  }
  if (message.type === 'close') process.exit();
  const { file } = message.task;
  switch (file) {
    case 'makes':
      process.send({ type: 'made', index: 0, blob: { digest: 'd', bytes: 1, meta: {} } });
      process.send({ type: 'ended', outcome: 'made' });
      break;
    case 'asks':
      process.send({ type: 'needs', needs: { bytes: 1000, openMs: 60_000, makeMs: 60_000 } });
      break;
    case 'never opens':
      onAdmitted = () => {
        for (;;);
      };
      process.send({ type: 'needs', needs: { bytes: 1, openMs: 200, makeMs: 60_000 } });
      break;
    case 'never makes':
      onAdmitted = () => {
        process.send({ type: 'opened' }, () => {
          for (;;);
        });
      };
      process.send({ type: 'needs', needs: { bytes: 1, openMs: 60_000, makeMs: 200 } });
      break;
    case 'is watched':
      process.stderr.write('assetgen: memory of a worker: 3000000000 2000000000\n', () => {
        process.kill(process.pid, 'SIGKILL');
      });
      break;
    case 'fails': {
      const error = {
        code: 'ASSETGEN_CONTENT',
        message: 'expected an image',
        hint: 'h',
        stack: 's',
      };
      process.send({ type: 'failed', error });
      break;
    }
    case 'exits':
      process.exit(7);
      break;
    case 'throws':
      throw new Error('a bug of a library');
    case 'is killed':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'takes all memory': {
      const all = [];
      for (;;) all.push({ text: String(all.length) });
    }
    case 'tells its environment':
      process.send({
        type: 'made',
        index: 0,
        blob: {
          digest: `key ${process.env.ASSETGEN_API_KEY}, trusts ${process.env.NODE_EXTRA_CA_CERTS}`,
          bytes: process.pid,
          meta: {},
        },
      });
      process.send({ type: 'ended', outcome: 'made' });
      break;
    case 'hangs':
      process.send({ type: 'made', index: 0, blob: { digest: 'd', bytes: process.pid, meta: {} } });
      setInterval(() => undefined, 1000);
      for (;;);
  }
});
process.on('disconnect', () => process.exit());
