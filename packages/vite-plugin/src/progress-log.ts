import type { ProjectEvent } from '@assetgen/core';
import type { ResolvedConfig } from 'vite';

/** Tells the terminal why it waits: no request may hang without a word. */
export function createProgressLog(config: ResolvedConfig): (event: ProjectEvent) => void {
  const log = { timestamp: config.command === 'serve' };
  return function logProgress(event) {
    switch (event.type) {
      case 'planned':
        if (event.pending > 0) {
          config.logger.info(`assetgen: making ${event.pending} of ${event.assets} assets`, log);
        }
        break;
      case 'asset-done':
        config.logger.info(`assetgen: ${event.asset} is ready`, log);
        break;
      case 'warning':
        config.logger.warnOnce(`assetgen: ${event.code}: ${event.message}`);
        break;
      default:
        // Steps of a job are for the command's display; failures stand in the report.
        break;
    }
  };
}
