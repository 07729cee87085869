import { deviationSuite } from './deviation-suite.ts';

deviationSuite('Creates that are refused, or fail', 'Rate limits', 'Encoded answers');
