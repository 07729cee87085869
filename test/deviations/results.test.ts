import { deviationSuite } from './deviation-suite.ts';

deviationSuite(
  'Jobs under way',
  'Results and their addresses',
  'Models, portraits and conversions',
);
