// The process that steps run in, started by start-worker.ts. It ends when its parent goes.
import { AssetgenError } from '@assetgen/client/errors';
import { memoryLimit, watchMemory } from './watch-memory.ts';
import type { StepsHost } from '../../process/run-steps.ts';
import { runSteps } from '../../process/run-steps.ts';
import { stepFamily } from '../../process/step-family.ts';
import { stepsFiles } from './steps-files.ts';
import type { FromWorker, ToWorker } from '../../process/pool/messages.ts';
import { plainError } from '../../process/pool/messages.ts';

let admitted: () => void = () => undefined;
const memory = watchMemory();

function tell(message: FromWorker): void {
  process.send?.(message);
}

async function work({
  task,
  threads,
  granted,
}: Extract<ToWorker, { type: 'task' }>): Promise<void> {
  try {
    const [first] = task.steps;
    const isBlocked = first !== undefined && !(await stepFamily(first)).parallel;
    const host: StepsHost = {
      admit: (needs) =>
        new Promise((resolve) => {
          memory.limit(memoryLimit(needs), isBlocked);
          admitted = resolve;
          tell({ type: 'needs', needs });
          if (needs.bytes <= granted) resolve();
        }),
      opened: () => tell({ type: 'opened' }),
      made: (index, blob) => tell({ type: 'made', index, blob }),
    };
    tell({ type: 'ended', outcome: await runSteps(task, threads, host, stepsFiles(task)) });
  } catch (error) {
    tell({ type: 'failed', error: plainError(error) });
  }
}

process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'task':
      void work(message);
      break;
    case 'prepare':
      // A task reports a library that it needs and that cannot be loaded.
      stepFamily(message.step)
        .then(({ load }) => load())
        .catch(() => undefined);
      break;
    case 'admitted':
      admitted();
      break;
    case 'close':
      process.exit();
  }
});
// What a library throws where none of our calls waits for it: its step would never end.
process.on('uncaughtException', (error) => {
  const message = `expected a source that can be processed: ${error.message}`;
  const failed = plainError(new AssetgenError('ASSETGEN_CONTENT', message, { cause: error }));
  process.send?.({ type: 'failed', error: failed }, () => process.exit(1));
});
process.on('disconnect', () => process.exit());
// A Ctrl-C reaches the whole group: the parent decides what ends.
process.on('SIGINT', () => undefined);
