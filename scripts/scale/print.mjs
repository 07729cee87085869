/** What faults did to fleets: lines of Markdown. */
export function printFaults({ fleet, faults }) {
  if (faults === undefined || fleet === undefined) return [];
  const { rows } = faults;
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  return [
    '### What faults do to a fleet',
    '',
    'By `npm run scale -- --faults`: three machines with disks of their own begin the same cold build of 16 assets over',
    'a real server, and are hindered up to six times. From one fault to the next, 4 to 7 s pass once each machine has',
    'heard the server again. Then the weather is well, and each builds once more. The',
    'ledger of the service, not the machines, says how many creates came. A doubt stops an asset until a person',
    'decides; one that another machine knows the end of could have been settled. Silences are those of more than 12 s',
    'outside a terminal.',
    '',
    '| engine | fault | trials | faults | creates | expected | doubts | that a machine could settle | duplicate points | wrong bytes | silences |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.engine} | ${row.fault} | ${row.trials} | ${row.faults} | ${row.sent} | ${row.expected} | ${row.doubts} | ${row.settleable} | ${row.duplicatePoints} | ${row.wrongBytes} | ${row.silences} |`,
    ),
    '',
    `In all ${sum('faults')} faults in ${sum('trials')} trials: ${sum('duplicatePoints')} points paid twice, ${sum('settleable')} doubts that a machine could`,
    `settle, ${sum('wrongBytes')} wrong files. Fewer creates than expected are those of machines that were killed after they had`,
    'claimed one and before they sent it: nobody can know, so a person is asked.',
    '',
    ...(faults.note === undefined ? [] : [faults.note, '']),
    `A simulation drives the same code over a model of such a server: ${group(fleet.machines)} machines, ${group(fleet.steps)} steps, ${group(fleet.faults)} faults`,
    '(outages of up to 14 s, lost answers, cut ways, machines that stand still for up to a minute or are killed,',
    `clocks that are days off, a service that refuses or loses its answer), ${group(fleet.recipes)} recipes: ${fleet.twice} bought twice, ${fleet.doubts}`,
    `doubts, ${fleet.settleable} of which a machine could settle.`,
    '',
  ];
}

/** How near a build comes to a limit of requests: lines of Markdown. */
export function printSoak({ soak }) {
  if (soak === undefined) return [];
  return [
    '### Against a limit of requests',
    '',
    'By `npm run scale -- --soak`: a build of images with the defaults, over a socket, against a service that takes 50',
    'requests a second (a bucket of 50) and refuses others with 429. Possible is what the limit allows for the requests',
    'that were answered. Warm is the build with nothing to do, the median of five.',
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
