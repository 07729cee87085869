// For `node --import`: a worker's part of the trace is written before it tells what it made. It would write it as it
// ends, and one that takes a second to end is killed.
import { takeCoverage } from 'node:v8';

const { send } = process;
if (send !== undefined) {
  process.send = function tellTraced(...args) {
    takeCoverage();
    return send.apply(process, args);
  };
}
