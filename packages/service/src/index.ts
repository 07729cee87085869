export { parseFaults } from './faults.ts';
export type { Fault, FaultEffect } from './faults.ts';
export { PRICES, priceOfModel, priceOfVideo } from './points/prices.ts';
export { createService } from './service.ts';
export { STYLES } from './styles.ts';
export type {
  ListeningService,
  LocalService,
  ModerationWords,
  PointsGrant,
  ServiceOptions,
} from './types.ts';
