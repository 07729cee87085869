import { deviationSuite } from './deviation-suite.ts';

deviationSuite('Creates that are accepted, or may be', 'Points', 'Batches of figures');
