// What is loaded where a build has something to do: the pipeline, and what keeps that it had nothing.
export { openProjectTools } from '../project/open-project-tools.ts';
export { owesOthers } from '../node/untold.ts';
export { decidingFiles } from './deciding-files.ts';
export { writeSnapshot } from './write-snapshot.ts';
