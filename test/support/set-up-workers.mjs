// Vitest's set-up of each file: builds in the process of a test keep their workers from one to the next.
import { keepWorkers } from './kept-forks.mjs';

keepWorkers();
