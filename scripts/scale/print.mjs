/** What faults did to fleets: lines of Markdown. */
export function printFaults({ fleet, faults }) {
  if (faults === undefined || fleet === undefined) return [];
  const { rows } = faults;
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  return [
    '### What faults do to a fleet',
    '',
    'Measured by `npm run scale -- --faults`. Three machines, each with its own disk, begin the same cold build of 16 assets',
    'with a real server, and each trial has up to six faults. The next fault begins 4 to 7 s after each machine has reached',
    'the server again. After the last fault, each machine builds again. The ledger of the service counts the creates, not the machines.',
    'A doubt stops an asset until a person decides. A machine could settle a doubt if another machine knows the outcome.',
    'A silence is a pause of more than 12 s in the log.',
    '',
    '| engine | fault | trials | faults | creates | expected | doubts | that a machine could settle | duplicate points | wrong bytes | silences |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.engine} | ${row.fault} | ${row.trials} | ${row.faults} | ${row.sent} | ${row.expected} | ${row.doubts} | ${row.settleable} | ${row.duplicatePoints} | ${row.wrongBytes} | ${row.silences} |`,
    ),
    '',
    `In all ${sum('faults')} faults in ${sum('trials')} trials: ${sum('duplicatePoints')} points paid twice, ${sum('settleable')} doubts that a machine could`,
    `settle, ${sum('wrongBytes')} wrong files. There are fewer creates than expected if a machine was killed after it claimed a`,
    'create and before it sent it. No one can know whether it was sent, so a person decides.',
    '',
    ...(faults.note === undefined ? [] : [faults.note, '']),
    `A simulation runs the same code with a model of such a server: ${group(fleet.machines)} machines, ${group(fleet.steps)} steps and ${group(fleet.faults)}`,
    'faults. The faults are outages of up to 14 s, lost answers, lost connections, machines that pause for up to a minute or',
    'are killed, clocks that are days off, and a service that refuses or loses its answer. The result for',
    `${group(fleet.recipes)} recipes: ${fleet.twice} bought twice, ${fleet.doubts} doubts, ${fleet.settleable} of which a machine could settle.`,
    '',
  ];
}

/** How near a build comes to a limit of requests: lines of Markdown. */
export function printSoak({ soak }) {
  if (soak === undefined) return [];
  return [
    '### Against a limit of requests',
    '',
    'Measured by `npm run scale -- --soak`: a build of images with the defaults, over a socket, with a service that accepts',
    '50 requests per second (a bucket of 50) and refuses others with 429. _Possible_ is the least time that the limit allows',
    'for the answered requests. _Warm_ is a build with nothing to do, the median of five.',
    '',
    '| assets | a 429 says | requests | refused | time | possible | time ÷ possible | warm |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...soak.map(
      (row) =>
        `| ${group(row.assets)} | ${row.told} | ${group(row.requests)} | ${row.refused} | ${row.seconds} s | ${row.possible} s | ${row.ratio} | ${row.warm} s |`,
    ),
    '',
  ];
}

function group(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}
